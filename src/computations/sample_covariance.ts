import type { AlignedHistory } from "../documents/aligned_history.ts";
import type { Matrix } from "../domain/matrix.ts";
import { COVARIANCES } from "../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../estimation/expected_returns/mod.ts";
import { joinedTriangle, triangleShares } from "../estimation/triangle_shares.ts";
import type { ComputationContext } from "./computation.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { computeShares, SHARED_FROM_WORK } from "./shares/compute_shares.ts";
import { covarianceShares } from "./shares/covariance_shares.ts";

/** Counted work of a product of two returns: about fifteen times its time, as for methods. */
const WORK_OF_PRODUCT = 1e-6;

/** Number of assets for each share. A share reads all returns, so more shares would take longer in all. */
const ASSETS_FOR_SHARE = 250;

/** Parts of a run on which its sample covariance depends. */
export interface MomentsOfRun {
  readonly request: Pick<OptimizationInputs["request"], "covariance" | "expected_returns">;
  readonly history: Pick<AlignedHistory, "returns" | "rowWeights" | "available"> | null;
}

/**
 * Computes the sample covariance of a run's returns together with idle workers. Returns null if the estimates of the
 * run do not begin with it, or if one worker computes it sooner: if it is small, or no other worker is idle.
 */
export async function sharedSampleCovariance(
  { request, history }: MomentsOfRun,
  context: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<Matrix | null> {
  if (history === null || history.rowWeights !== undefined || history.available !== undefined) return null;
  const begins = [
    COVARIANCES.get(request.covariance.estimator),
    EXPECTED_RETURNS.get(request.expected_returns.estimator),
  ]
    .some((estimator) => estimator?.beginsWithSampleCovariance === true);
  const { returns } = history, { columns: n } = returns;
  const work = WORK_OF_PRODUCT * returns.rows * n ** 2;
  if (!begins || !context.helpers?.areIdle || work < SHARED_FROM_WORK) return null;
  const rows = triangleShares(n, Math.max(2, Math.round(n / ASSETS_FOR_SHARE)));
  const shares = { basis: { returns, rows }, count: rows.length, work };
  const outputs = await computeShares(covarianceShares, shares, context);
  return joinedTriangle(n, rows.map((share, k) => ({ ...share, rows: outputs[k] })));
}
