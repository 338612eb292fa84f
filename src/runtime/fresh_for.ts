import { systemStopwatch } from "./clock.ts";

/** Returns a function that gives one answer to all who ask within `durationMs` milliseconds. An error is not kept. */
export function freshFor<Answer>(durationMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: { readonly answer: Promise<Answer>; readonly untilMs: number } | null = null;
  return () => {
    if (kept !== null && systemStopwatch() < kept.untilMs) return kept.answer;
    const answer = ask();
    kept = { answer, untilMs: systemStopwatch() + durationMs };
    answer.catch(() => kept = null);
    return answer;
  };
}
