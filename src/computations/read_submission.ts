import type { AssetId } from "../domain/asset.ts";
import type { Doubt } from "../domain/doubt.ts";
import { encodeHistory } from "../documents/aligned_history.ts";
import { historyFacts } from "../request/doubts/request_facts.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { type RunSubmission, runSubmission } from "../request/run_submission.ts";
import { alignRun } from "./align_run.ts";

/** Type of a submission that was read, with the caller's own history aligned. */
export interface ReadSubmission extends RunSubmission {
  /** The caller's own history, aligned; null if the caller sent none. */
  readonly history: SubmittedHistory | null;
}

/** Type of the caller's own history of a submission, once it was aligned. */
export interface SubmittedHistory {
  /** Aligned history, encoded by `encodeHistory`, from which the run is computed. */
  readonly inputs: Uint8Array<ArrayBuffer>;
  readonly assets: readonly AssetId[];
  readonly doubtsOfRequest: readonly Doubt[];
  readonly doubtsOfHistory: readonly Doubt[];
}

/**
 * Returns the data to store for a submitted run, and aligns the caller's own history, so that the run need not do so.
 * Throws like `alignHistory`.
 */
export function readSubmission(body: unknown, request: OptimizationRequest): ReadSubmission {
  return { ...runSubmission(body, request), history: request.history && submittedHistory(request) };
}

function submittedHistory(request: OptimizationRequest): SubmittedHistory | null {
  const { assets, doubtsOfRequest } = request, history = alignRun(request, null);
  if (history === null) return null;
  return {
    inputs: encodeHistory({ ...history, assets, doubtsOfRequest, facts: historyFacts(request) }),
    assets,
    doubtsOfRequest,
    doubtsOfHistory: history.data.doubts,
  };
}
