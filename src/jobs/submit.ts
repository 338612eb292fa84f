import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import type { Job } from "../domain/job.ts";

/** A job that was accepted, now or by an earlier request with the same `Idempotency-Key`. */
export interface Submitted {
  /** As it was when it was accepted. */
  readonly job: Job;
  readonly isReplay: boolean;
}

export interface SubmitOptions {
  /** The header `Idempotency-Key`, 1 to 255 characters; null without. */
  readonly idempotencyKey: string | null;
  readonly credential: "session" | "key";
  /** Ends the reading of market data and the preflight. */
  readonly signal: AbortSignal;
}

/**
 * Accepts a run. Throws `validation_failed` and `constraints_infeasible` with pointers into the body, `mc_api_key_not_supported`,
 * `idempotency_key_reused`, `quota_exceeded`, `market_data_unavailable`, and `not_ready` where the store takes no more.
 */
export function submitRun(
  _dependencies: Dependencies,
  _account: Account,
  _body: unknown,
  _options: SubmitOptions,
): Promise<Submitted> {
  return Promise.reject(new Error("Cannot submit a run yet"));
}
