import type { Matrix } from "../../../domain/matrix.ts";

const MOST_ROUNDS = 1000;
/** The iteration of `budgetedByVariance` ends once each y_i (S y)_i equals its budget b_i up to this relative error. */
const TOLERANCE = 1e-14;

/**
 * Minimises ½ y'Sy - Σ b_i log y_i over y > 0, for the covariance S and budgets b; at the optimum y_i (S y)_i = b_i.
 * The method is cyclic coordinate descent: y_i becomes the positive root of S_ii y² + (Σ_{j≠i} S_ij y_j) y = b_i.
 * Griveau-Billion, Richard, Roncalli (2013), A fast algorithm for computing high-dimensional risk parity portfolios.
 * Returns null if an asset has no variance or the iteration diverges.
 */
export function budgetedByVariance(covariance: Matrix, budgets: Float64Array): Float64Array | null {
  const n = budgets.length, { data } = covariance;
  const y = new Float64Array(n), product = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    if (!(data[i * (n + 1)] > 0)) return null;
    move(i, Math.sqrt(budgets[i] / data[i * (n + 1)]));
  }
  let before = Infinity;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let furthest = 0;
    for (let i = 0; i < n; i++) {
      const variance = data[i * (n + 1)], rest = product[i] - variance * y[i];
      furthest = Math.max(furthest, Math.abs(y[i] * product[i] / budgets[i] - 1));
      const root = Math.sqrt(rest * rest + 4 * variance * budgets[i]);
      // Of the two formulas for the root, each branch uses the one without cancellation.
      move(i, rest > 0 ? 2 * budgets[i] / (rest + root) : (root - rest) / (2 * variance));
    }
    if (!Number.isFinite(furthest)) return null;
    if (furthest <= TOLERANCE || (furthest < 1e-9 && furthest >= before)) return y;
    before = furthest;
  }
  return y;

  function move(i: number, to: number): void {
    const step = to - y[i];
    y[i] = to;
    for (let j = 0, at = i * n; j < n; j++, at++) product[j] += step * data[at];
  }
}
