import type { ReadSubmission } from "../computations/read_submission.ts";
import { withoutHistory } from "../request/without_history.ts";
import type { PreflightConfig } from "./preflight_queue.ts";

/** Returns the inputs of the preflight of a submission, without the history, which was read and aligned before. */
export function preflightOfSubmission({ config, historyPlace, history }: ReadSubmission): PreflightConfig {
  if (history === null) return { config: config.slice(), read: null };
  const { assets, doubtsOfRequest, doubtsOfHistory } = history;
  return {
    config: historyPlace === null ? config.slice() : withoutHistory(config, historyPlace),
    read: { assets, doubts: [...doubtsOfRequest, ...doubtsOfHistory] },
  };
}
