import { createHash } from "node:crypto";
import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import { currencyOf } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { isoTimestamp } from "../domain/instant.ts";
import type { JobDraft, Submitted } from "../store/job_submission.ts";
import { isObject } from "../faults/json_object.ts";
import { alignHistory } from "../computations/align_history.ts";
import { hasExaminedEstimates } from "../request/parts/estimators.ts";
import { packedEstimator } from "../request/packed_estimator.ts";
import type { PreflightQueue } from "./preflight_queue.ts";
import { readRequest } from "../request/read_request.ts";
import { type OptimizationRequest, runConfig } from "../request/run_request.ts";

/** What submission uses of the dependencies. */
export interface SubmissionDependencies extends Pick<Dependencies, "jobs" | "marketData" | "clock" | "telemetry"> {
  readonly config: Pick<Dependencies["config"], "riskFreeRates">;
  /** Its workers compute nothing but this, so that no run stands in the way of a request. */
  readonly preflights: Pick<PreflightQueue, "run">;
}

export interface SubmitOptions {
  /** The header `Idempotency-Key`, 1 to 255 characters; null without. */
  readonly idempotencyKey: string | null;
  readonly credential: "session" | "key";
  /** Ends the reading of market data and the preflight. */
  readonly signal: AbortSignal;
}

/**
 * Accepts a run; with an `Idempotency-Key` the same body within 24 hours gets the same run again. Throws
 * `validation_failed` and `constraints_infeasible` with pointers into the body, `mc_api_key_not_supported`,
 * `idempotency_key_reused`, `quota_exceeded`, `market_data_unavailable`, and `not_ready` where the store takes no more.
 */
export async function submitRun(
  dependencies: SubmissionDependencies,
  account: Account,
  body: unknown,
  { idempotencyKey, credential, signal }: SubmitOptions,
): Promise<Submitted> {
  const { jobs, telemetry, preflights } = dependencies;
  refuseChain(body, credential);
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestDigest: digestOf(body) };
  const known = idempotency && await jobs.findSubmission(account.id, idempotency);
  if (known) return { job: known, isReplay: true };
  const request = await readRequest(body, sourcesOf(dependencies), { signal });
  const [draft, config] = [draftOf(request), new TextEncoder().encode(JSON.stringify(runConfig(body, request)))];
  await preflight(request, account, { preflights, signal });
  const chained = request.monte_carlo === undefined ? [] : ["monte_carlo" as const];
  const submitted = await jobs.submit(account.id, draft, { config, idempotency, chained });
  if (!submitted.isReplay) telemetry.count("jobs.accepted", { kind: draft.kind });
  return submitted;
}

/**
 * An API key submits no simulation, whatever else is wrong with the body. A null asks for none, and is a fault of the
 * body by any credential.
 */
function refuseChain(body: unknown, credential: SubmitOptions["credential"]): void {
  if (credential === "session" || !isObject(body) || (body.monte_carlo ?? null) === null) return;
  const detail = "Cannot chain a simulation with an API key: leave monte_carlo out, or sign in";
  throw new DomainError("mc_api_key_not_supported", detail);
}

function digestOf(body: unknown): string {
  return createHash("sha256").update(`POST /jobs ${JSON.stringify(body)}`).digest("hex");
}

function sourcesOf({ marketData, config, clock }: SubmissionDependencies): Parameters<typeof readRequest>[1] {
  return { marketData, riskFreeRates: config.riskFreeRates, now: () => isoTimestamp(clock.now()) };
}

/** Where to send a history to a worker costs more than to look through it. */
const CELLS_ALIGNED_AT_ONCE = 50_000;

/** Without a history or estimates of its own and without rules a request has nothing more to be known. */
async function preflight(
  request: OptimizationRequest,
  account: Account,
  { preflights, signal }: Pick<SubmissionDependencies, "preflights"> & Pick<SubmitOptions, "signal">,
): Promise<void> {
  const { history, constraints, methods } = request;
  const all = [constraints, ...methods.map((method) => method.constraints ?? {})];
  const hasRules = all.some((rules) => Object.keys(rules).length > 0);
  const cells = history?.table.values.data.length ?? 0;
  const isLong = hasRules || hasExaminedEstimates(request) || cells > CELLS_ALIGNED_AT_ONCE;
  if (isLong) {
    const covariance = packedEstimator(request.covariance);
    await preflights.run(account.id, { ...request, covariance }, signal);
  } else if (history !== null) alignHistory(request, history, null);
}

function draftOf(request: OptimizationRequest): JobDraft {
  const { name = null, market, starting_portfolio: startingPortfolio, methods, constraints } = request;
  const families = [constraints, ...methods.map((method) => method.constraints ?? {})].flatMap(Object.keys);
  return {
    kind: "optimization",
    name,
    market,
    currency: currencyOf(market),
    mode: startingPortfolio === undefined ? "construct" : "rebalance",
    methods: methods.map(({ method }) => method),
    constraintFamilies: [...new Set(families)],
    parentRunId: null,
  };
}
