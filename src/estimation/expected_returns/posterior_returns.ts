import { DomainError } from "../../domain/errors.ts";
import { dot, type Matrix, matrix, row, symmetricPart, timesVector, transposed } from "../../domain/matrix.ts";
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
export function posteriorReturns(prior: Float64Array, evidence: Evidence): Float64Array {
  const { views } = evidence;
  if (views.length === 0) return prior;
  const { loadings, spread, factor } = weighedViews(evidence);
  const believed = timesVector(loadings, prior);
  const multipliers = solve(
    factor,
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
 * Returns S + M for the covariance S and the covariance M = ((tau S)⁻¹ + P' (tau O)⁻¹ P)⁻¹ of the mean after views,
 * with P and O of `posteriorReturns`. It is computed as M = tau (S - S P' (P S P' + O)⁻¹ P S), which needs no inverse
 * of S and holds for views of confidence 1 too. He, G. and Litterman, R. (2002), The intuition behind Black-Litterman
 * model portfolios, SSRN 334304.
 */
export function posteriorCovariance(evidence: Evidence, tau: number): Matrix {
  const { covariance, views, linearAlgebra } = evidence, { rows: n, columns, data } = covariance;
  const widened = matrix(n, columns, data.map((entry) => (1 + tau) * entry));
  if (views.length === 0) return widened;
  const { spread, factor: { lower, isKept } } = weighedViews(evidence);
  isKept.forEach((kept, i) => {
    const known = row(spread, i), entries = row(lower, i);
    if (!kept) return void known.fill(0);
    for (let j = 0; j < i; j++) row(spread, j).forEach((entry, k) => known[k] -= entries[j] * entry);
    known.forEach((entry, k) => known[k] = entry / entries[i]);
  });
  const removed = symmetricPart(linearAlgebra.multiply(transposed(spread), spread));
  removed.data.forEach((entry, k) => widened.data[k] -= tau * entry);
  return widened;
}

interface WeighedViews {
  /** Loadings P of the views (m × n). */
  readonly loadings: Matrix;
  /** P S (m × n). */
  readonly spread: Matrix;
  readonly factor: Factor;
}

function weighedViews({ covariance, views, linearAlgebra }: Evidence): WeighedViews {
  const { rows: n } = covariance, m = views.length;
  const loadings = matrix(m, n);
  views.forEach((view, i) => row(loadings, i).set(view.loadings));
  const spread = linearAlgebra.multiply(loadings, covariance);
  const shared = matrix(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) shared.data[i * m + j] = dot(row(spread, i), views[j].loadings);
    shared.data[i * m + i] /= views[i].confidence;
  }
  return { loadings, spread, factor: factorised(shared) };
}

/** Cholesky factor of P S P' + O. */
interface Factor {
  /** Lower triangular matrix; its rows of views that are not kept have a diagonal of 0. */
  readonly lower: Matrix;
  /** Whether each view does not depend on earlier ones. */
  readonly isKept: readonly boolean[];
  /** Whether the portfolio of each view has risk. */
  readonly hasRisk: readonly boolean[];
}

/** Factorises a positive semidefinite matrix by Cholesky's method. A row that depends on earlier ones is not kept. */
function factorised({ rows: m, data }: Matrix): Factor {
  const lower = matrix(m, m), isKept: boolean[] = [], hasRisk: boolean[] = [];
  for (let i = 0; i < m; i++) {
    const entries = row(lower, i);
    for (let j = 0; j < i; j++) {
      const above = row(lower, j);
      if (isKept[j]) entries[j] = (data[i * m + j] - dot(entries.subarray(0, j), above)) / above[j];
    }
    const pivot = data[i * m + i] - dot(entries.subarray(0, i), entries);
    isKept.push(pivot > ROUNDING * data[i * m + i]);
    hasRisk.push(data[i * m + i] > 0);
    if (isKept[i]) entries[i] = Math.sqrt(pivot);
  }
  return { lower, isKept, hasRisk };
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

/** Solves A x = b by the Cholesky factor of A. x is 0 for a row that depends on earlier ones. */
function solve({ lower, isKept, hasRisk }: Factor, surprises: readonly Surprise[]): Float64Array {
  const m = lower.rows, x = new Float64Array(m);
  surprises.forEach(({ view, surprise, size }, i) => {
    const entries = row(lower, i);
    let left = surprise;
    for (let j = 0; j < i; j++) if (isKept[j]) left -= entries[j] * x[j];
    if (isKept[i]) x[i] = left / entries[i];
    else if (Math.abs(left) > ROUNDING * size) throw cannotHold(view, { hasRisk: hasRisk[i] });
  });
  for (let i = m - 1; i >= 0; i--) {
    if (!isKept[i]) continue;
    for (let k = i + 1; k < m; k++) if (isKept[k]) x[i] -= lower.data[k * m + i] * x[k];
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
