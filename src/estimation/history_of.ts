import { DomainError } from "../domain/errors.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { EstimationInputs } from "./estimator.ts";

/**
 * Returns the asset returns that an estimator needs. Throws `insufficient_history` if there are fewer than `needed`
 * rows.
 */
export function historyOf({ returns }: EstimationInputs, needed: number): Matrix {
  const rows = returns?.rows ?? 0;
  if (returns === null || rows < needed) {
    throw new DomainError("insufficient_history", `The estimate needs at least ${needed} returns, got ${rows}`);
  }
  return returns;
}
