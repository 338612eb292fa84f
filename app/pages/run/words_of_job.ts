import type { Job } from "./job_events.ts";

/** What a page says of a job in flight, by its kind. */
export interface WordsOfJob {
  /** Where a person finds the job again who leaves the page. */
  readonly again: string;
  /** Text of the button that cancels it. */
  readonly cancel: string;
}

const WORDS: Readonly<Record<Job["kind"], WordsOfJob>> = {
  optimization: {
    again: "You can leave this page and find the run again under Runs.",
    cancel: "Cancel the run",
  },
  backtest: {
    again: "You can leave this page and find the backtest again in this part of its run.",
    cancel: "Cancel the backtest",
  },
  monte_carlo: {
    again: "You can leave this page and find the simulation again in this part of its run.",
    cancel: "Cancel the simulation",
  },
};

/** Returns what a page says of a job in flight. */
export function wordsOfJob(kind: Job["kind"]): WordsOfJob {
  return WORDS[kind];
}
