import assert from "node:assert/strict";
import { LOOKS_A_PERIOD, ProgressPace } from "./progress_pace.ts";

/**
 * Test helper. Returns at which checks, counted from 1, the progress of a job is written, for given completed
 * fractions.
 */
function writtenAt(shares: readonly number[]): number[] {
  const pace = new ProgressPace();
  return shares.flatMap((fraction, at) => {
    const progress = { phase: "simulating", fraction };
    if (!pace.isDue(progress)) return [];
    pace.wrote(progress);
    return [at + 1];
  });
}

Deno.test("slow progress of a job is written once in each period", () => {
  const slow = Array.from({ length: 3 * LOOKS_A_PERIOD }, (_, look) => look / 10_000);
  assert.deepEqual(writtenAt(slow), [LOOKS_A_PERIOD, 2 * LOOKS_A_PERIOD, 3 * LOOKS_A_PERIOD]);
});

Deno.test("progress by 5 % since the last write is written at the next check", () => {
  assert.deepEqual(writtenAt([0.04, 0.06, 0.1, 0.12, 0.3]), [2, 4, 5]);
});

Deno.test("unchanged progress is not written again, not even at the end of a period", () => {
  const pace = new ProgressPace();
  const progress = { phase: "simulating", fraction: 0.5 };
  assert.equal(pace.isDue(progress), true);
  pace.wrote(progress);
  for (let look = 0; look < 2 * LOOKS_A_PERIOD; look++) assert.equal(pace.isDue(progress), false);
});

Deno.test("a job gets at most twenty writes of progress besides those at the ends of periods", () => {
  const between = writtenAt(Array.from({ length: 1_000 }, (_, look) => look * 0.05))
    .filter((look) => look % LOOKS_A_PERIOD !== 0);
  assert.equal(between.length, 20);
});
