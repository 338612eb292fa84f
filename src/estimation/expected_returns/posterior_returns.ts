import { DomainError } from "../../domain/errors.ts";
import { dot, type Matrix, matrix, row, timesVector } from "../../domain/matrix.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";
import type { View } from "./views.ts";

/**
 * Tolerance for a view that depends on earlier ones: what they leave of its portfolio's variance, and of its difference
 * to the prior, counts as rounding below this fraction of the variance and of the size of the returns.
 */
const ROUNDING = 1e-9;

interface Evidence {
  /** Covariance matrix of the assets (n × n), per period. */
  readonly covariance: Matrix;
  readonly views: readonly View[];
  readonly linearAlgebra: LinearAlgebra;
}

/**
 * Returns the mean of expected returns after views: p + S P' (P S P' + O)⁻¹ (q - P p), with prior p, covariance S,
 * views P (m × n) and their returns q. O is diagonal: (1/confidence - 1) times the view's own variance in P S P'. A
 * view that follows from earlier certain views changes nothing. Throws `methods_failed` if a view cannot hold under the
 * covariance, because its portfolio has no risk or earlier certain views already determine its return.
 */
export function posteriorReturns(prior: Float64Array, { covariance, views, linearAlgebra }: Evidence): Float64Array {
  if (views.length === 0) return prior;
  const n = prior.length, m = views.length;
  const loadings = matrix(m, n);
  views.forEach((view, i) => row(loadings, i).set(view.loadings));
  const spread = linearAlgebra.multiply(loadings, covariance);
  const shared = matrix(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) shared.data[i * m + j] = dot(row(spread, i), views[j].loadings);
    shared.data[i * m + i] /= views[i].confidence;
  }
  const believed = timesVector(loadings, prior);
  const multipliers = solve(
    shared,
    views.map((view, i) => ({
      view,
      surprise: view.return - believed[i],
      size: Math.abs(view.return) + dot(view.loadings.map(Math.abs), prior.map(Math.abs)),
    })),
  );
  const moved = prior.slice();
  multipliers.forEach((multiplier, i) => row(spread, i).forEach((entry, j) => moved[j] += multiplier * entry));
  return moved;
}

/**
 * Type of a view together with the difference between its return and the prior's return, and the size of the numbers
 * behind both.
 */
interface Surprise {
  readonly view: View;
  readonly surprise: number;
  readonly size: number;
}

/**
 * Solves A x = b for a positive semidefinite A by Cholesky factorisation. x is 0 for a row that depends on earlier
 * ones.
 */
function solve({ rows: m, data }: Matrix, surprises: readonly Surprise[]): Float64Array {
  const lower = matrix(m, m), x = new Float64Array(m);
  const isKept = surprises.map(({ view, surprise, size }, i) => {
    const entries = row(lower, i);
    let left = surprise;
    for (let j = 0; j < i; j++) {
      const above = row(lower, j);
      if (above[j] === 0) continue;
      entries[j] = (data[i * m + j] - dot(entries.subarray(0, j), above)) / above[j];
      left -= entries[j] * x[j];
    }
    const pivot = data[i * m + i] - dot(entries.subarray(0, i), entries);
    if (pivot > ROUNDING * data[i * m + i]) {
      entries[i] = Math.sqrt(pivot);
      x[i] = left / entries[i];
      return true;
    }
    if (Math.abs(left) > ROUNDING * size) throw cannotHold(view, { hasRisk: data[i * m + i] > 0 });
    entries.fill(0);
    return false;
  });
  for (let i = m - 1; i >= 0; i--) {
    if (!isKept[i]) continue;
    for (let k = i + 1; k < m; k++) x[i] -= lower.data[k * m + i] * x[k];
    x[i] /= lower.data[i * m + i];
  }
  return x;
}

/** Returns the error for a view that cannot hold. It is `methods_failed`, because the history is not to blame. */
function cannotHold({ place, confidence }: View, { hasRisk }: { readonly hasRisk: boolean }): DomainError {
  const why = hasRisk
    ? "with the covariance of the run the views before it already determine its return, leave it out or lower their confidence"
    : "with the covariance of the run its portfolio has no risk, so that no view can move its return, leave it out";
  return new DomainError("methods_failed", `Cannot hold view ${place + 1} with confidence ${confidence}: ${why}`);
}
