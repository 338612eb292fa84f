import { answered, api } from "../../api.ts";
import { type Loadable, loadable } from "../../loaded.ts";
import type { Shares } from "../run/headline_figures.ts";
import type { Job } from "../run/job_events.ts";
import { methodOfResult } from "../run/method_of_result.ts";
import { parseInPieces } from "../run/parse_in_pieces.ts";
import { type MethodResult, type RunConfig, runResult } from "../run/run_documents.ts";
import { readRuns } from "../runs/run_list.ts";

/** A run with the weights to hold and, where it says so, what was held before it. */
export interface Portfolio {
  readonly job: Job;
  readonly method: MethodResult;
  readonly weights: Shares;
  /** Null of a run that starts from cash. */
  readonly held: Shares | null;
}

/**
 * The newest portfolio of the account: that of the newest run which starts from holdings, else of the newest run which
 * starts from cash; null before the first run has succeeded.
 */
export const newestPortfolio: Loadable<Portfolio | null> = loadable(async (_key, signal): Promise<Portfolio | null> => {
  const job = await newestRun("rebalance", signal) ?? await newestRun("construct", signal);
  const known = newestPortfolio.known("").value.value;
  if (job === null || job.run_id === known?.job.run_id) return job === null ? null : known;
  const [result, held] = await Promise.all([resultOf(job.run_id, signal), heldBefore(job, signal)]);
  const method = result === null ? null : methodOfResult(result, undefined);
  return method === null || method.weights === null ? null : { job, method, weights: method.weights, held };
});

async function newestRun(mode: Job["mode"], signal: AbortSignal): Promise<Job | null> {
  const { runs } = await readRuns({ status: "succeeded", mode }, { limit: 1, signal });
  return runs[0] ?? null;
}

async function resultOf(id: string, signal: AbortSignal) {
  await runResult.load(id, signal);
  const { value, refusal } = runResult.known(id).value;
  if (value === null && refusal !== null) throw refusal;
  return value;
}

/** Returns what was held before a run. Its request may have a long history, so that it is parsed in pieces. */
async function heldBefore({ run_id, mode }: Job, signal: AbortSignal): Promise<Shares | null> {
  if (mode !== "rebalance") return null;
  const text = await answered(
    api.GET("/jobs/{run_id}/config", { params: { path: { run_id } }, parseAs: "text", signal }),
  );
  // The contract of the service gives the document this shape.
  const { starting_portfolio } = await parseInPieces(text) as RunConfig;
  return starting_portfolio ?? null;
}
