import { dot, quadraticForm, row, timesVector } from "../../domain/matrix.ts";
import { volatilities } from "../../measures/portfolio_volatility.ts";
import type { Problem } from "../problem.ts";
import type { Range, RangeEnd } from "./range.ts";
import type { RangeSearch } from "./range_search.ts";

/** The range of the annual volatility under the rules. */
export interface VolatilityRange {
  readonly min: RangeEnd;
  /**
   * The largest volatility lies between these: feasible weights attain `low`, and none exceed `high`. To maximise
   * volatility is not a convex problem.
   */
  readonly max: readonly [low: number, high: number];
}

interface Searched {
  /** The least volatility per period. */
  readonly least: RangeEnd;
  readonly problem: Problem;
  readonly search: RangeSearch;
  /** The ranges of the weights. */
  readonly weights: readonly Range[];
}

/** The range of the annual volatility, sqrt(periodsPerYear × w'Sw), under the rules of a problem. */
export function volatilityRange(searched: Searched): VolatilityRange {
  const { problem, least: { value, isExact } } = searched, year = Math.sqrt(problem.periodsPerYear);
  const [low, high] = largestVolatility(searched);
  return { min: { value: year * value, isExact }, max: [year * Math.max(low, value), year * Math.max(low, high)] };
}

function largestVolatility(searched: Searched): readonly [low: number, high: number] {
  const { problem: { covariance } } = searched;
  const low = startsOf(searched).reduce((most, start) => Math.max(most, climb(searched, start)), 0);
  const bounds = [byVolatilities(searched), ...byCovariances(searched)].map((bound) => Math.max(0, bound));
  return [Math.sqrt(low), covariance.data.every((one) => one === 0) ? 0 : Math.min(...bounds)];
}

/**
 * Number of assets of largest volatility for which `climb` starts at the portfolios of largest and of least covariance
 * with the asset.
 */
const STARTS = 8;

/** Portfolios that are likely to be near the one of largest volatility. */
function startsOf({ problem, search }: Searched): readonly Float64Array[] {
  const own = volatilities(problem.covariance), n = own.length;
  const riskiest = Array.from(own.keys()).sort((i, j) => own[j] - own[i]).slice(0, STARTS);
  const sums = [own, ...riskiest.map((i) => row(problem.covariance, i).slice(0, n))];
  return sums.flatMap((sum) => [search.largest(sum), search.least(sum)])
    .flatMap(({ weights }) => weights === null ? [] : [weights]);
}

/** Largest number of steps of a climb; each reaches a vertex of larger variance. */
const STEPS = 30;

/** A relative increase of the variance below this ends a climb. */
const SAME = 1e-12;

/**
 * Returns a lower bound on the largest variance: the variance that an ascent from `start` reaches. Each step maximises
 * the linear approximation of the variance at the weights before. The variance is convex, so it grows at least as much
 * as the approximation (Mangasarian 1996, Machine learning via polyhedral concave minimization).
 */
function climb({ problem: { covariance }, search }: Searched, start: Float64Array): number {
  let variance = quadraticForm(covariance, start), at = start;
  for (let step = 0; step < STEPS; step++) {
    const { weights } = search.largest(timesVector(covariance, at));
    const next = weights === null ? 0 : quadraticForm(covariance, weights);
    if (weights === null || next <= variance * (1 + SAME)) break;
    variance = next;
    at = weights;
  }
  return variance;
}

/**
 * An upper bound by the triangle inequality: the volatility of a portfolio is at most Σ |w_i| × the volatility of asset
 * i.
 */
function byVolatilities({ problem: { covariance, short }, search, weights }: Searched): number {
  const own = volatilities(covariance);
  if (!short) return search.largest(own).value;
  return own.reduce(
    (sum, one, i) =>
      one === 0 ? sum : sum + one * Math.max(Math.abs(weights[i].min.value), Math.abs(weights[i].max.value)),
    0,
  );
}

/** Most assets for which the range of each asset's covariance with the portfolio is computed. */
const MOST_COVARIANCES = 1_000;

/**
 * Upper bounds by w'Sw = Σ w_i t_i for t = S w. For l ≤ w_i ≤ u and p ≤ t_i ≤ q the product w_i t_i is at most l t_i +
 * q w_i - l q, and at most u t_i + p w_i - u p (McCormick 1976, Computability of global solutions to factorable
 * nonconvex programs, Mathematical Programming 10). The maximum of the sum of either bound, or of their mean, is a
 * linear program. For nonnegative weights only the first is used, as it needs just the upper ends of the covariances.
 */
function byCovariances({ problem: { covariance }, search, weights }: Searched): readonly number[] {
  const l = Float64Array.from(weights, ({ min }) => min.value), u = Float64Array.from(weights, ({ max }) => max.value);
  if (weights.length > MOST_COVARIANCES || ![...l, ...u].every(Number.isFinite)) return [];
  const rows = weights.map((_, i) => row(covariance, i).slice());
  const q = Float64Array.from(rows, (one, i) => l[i] === 0 && u[i] === 0 ? 0 : search.largest(one).value);
  const below = { sum: added(timesVector(covariance, l), q), constant: -dot(l, q) };
  if (l.every((one) => one >= 0)) return [boundBy(search, below)];
  const p = Float64Array.from(rows, (one) => search.least(one).value);
  const above = { sum: added(timesVector(covariance, u), p), constant: -dot(u, p) };
  const sum = added(above.sum, below.sum).map((one) => one / 2);
  return [below, above, { sum, constant: (above.constant + below.constant) / 2 }].map((one) => boundBy(search, one));
}

function boundBy(
  search: RangeSearch,
  { sum, constant }: { readonly sum: Float64Array; readonly constant: number },
): number {
  return Math.sqrt(Math.max(0, search.largest(sum).value + constant));
}

function added(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((one, i) => one + b[i]);
}
