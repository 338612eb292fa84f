import { isObject } from "../../faults/json_object.ts";
import type { OptimizationRequest } from "../optimization_request.ts";

/** Type of the caller's own estimates, per period, in no certain order of the assets. */
export interface GivenMoments {
  /** Expected returns; null where an estimator computes them. */
  readonly means: Float64Array | null;
  /** Roots of the variances; null where an estimator computes them. */
  readonly deviations: Float64Array | null;
  /** Whether every variance is 1 and no covariance of the several assets is larger. */
  readonly isCorrelation: boolean;
}

/** Returns the expected returns and variances that a request gives itself: moments, or the estimators `given`. */
export function givenMoments(
  { expected_returns: sent, covariance }: Pick<OptimizationRequest, "expected_returns" | "covariance">,
): GivenMoments {
  const values = sent.estimator === "given" && isObject(sent.parameters) ? sent.parameters.values : null;
  const rows = covariance.estimator === "given" && isObject(covariance.parameters)
    ? rowsIn(covariance.parameters.matrix)
    : null;
  const variances = rows && Float64Array.from(rows, (row, i) => row[i] ?? NaN);
  return {
    means: isObject(values) ? Float64Array.from(Object.values(values), Number) : null,
    deviations: variances && variances.map((variance) => Math.sqrt(Math.max(variance, 0))),
    isCorrelation: rows !== null && rows.length > 1 && rows.every(isCorrelationRow),
  };
}

function rowsIn(matrix: unknown): readonly ArrayLike<number>[] | null {
  return Array.isArray(matrix) && matrix.every(isRow) ? matrix : null;
}

function isRow(row: unknown): row is ArrayLike<number> {
  return row instanceof Float64Array || Array.isArray(row);
}

function isCorrelationRow(row: ArrayLike<number>, i: number): boolean {
  if (row[i] !== 1) return false;
  for (let j = 0; j < row.length; j++) if (!(Math.abs(row[j] ?? NaN) <= 1)) return false;
  return true;
}
