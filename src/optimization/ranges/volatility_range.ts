import { dot, quadraticForm, row, timesVector } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { volatilities } from "../../measures/portfolio_volatility.ts";
import { minVolatility } from "../methods/mean_variance/min_volatility.ts";
import type { Problem } from "../problem.ts";
import { EXACT, type Range, type RangeEnd } from "./range.ts";
import type { RangeSearch } from "./range_search.ts";

/** Between what the volatility a year may be. */
export interface VolatilityRange {
  readonly min: RangeEnd;
  /** The largest is between that of weights that keep the rules and one that none exceed: no convex problem has it. */
  readonly max: readonly [low: number, high: number];
}

interface Searched {
  readonly problem: Problem;
  readonly search: RangeSearch;
  /** The ranges of the weights. */
  readonly weights: readonly Range[];
}

/** The range of sqrt(w'Sw), annual, under the rules of a problem. */
export function volatilityRange(searched: Searched, kernels: Kernels): VolatilityRange {
  const { problem } = searched, year = Math.sqrt(problem.periodsPerYear);
  const { value, isExact } = leastVolatility(problem, kernels);
  const [low, high] = largestVolatility(searched);
  return { min: { value: year * value, isExact }, max: [year * Math.max(low, value), year * Math.max(low, high)] };
}

function leastVolatility(problem: Problem, kernels: Kernels): RangeEnd {
  const { objective, certificate } = minVolatility.solve(problem, {}, kernels);
  if (objective === null || certificate === null) return { value: 0, isExact: false };
  const { primalResidual, dualityGap, provenOptimal } = certificate;
  // A gap of the variance is twice that of its root.
  if (provenOptimal && dualityGap <= 2 * EXACT) return { value: objective.value, isExact: true };
  const isBounded = primalResidual < Infinity && dualityGap < 1;
  return { value: isBounded ? objective.value * Math.sqrt(1 - dualityGap) : 0, isExact: false };
}

function largestVolatility(searched: Searched): readonly [low: number, high: number] {
  const { problem: { covariance } } = searched;
  const low = startsOf(searched).reduce((most, start) => Math.max(most, climb(searched, start)), 0);
  const bounds = [byVolatilities(searched), ...byCovariances(searched)].map((bound) => Math.max(0, bound));
  return [Math.sqrt(low), covariance.data.every((one) => one === 0) ? 0 : Math.min(...bounds)];
}

/** The assets of largest volatility from whose largest weights a portfolio of more is sought. */
const STARTS = 8;

/** Portfolios that are likely to be near one of largest volatility. */
function startsOf({ problem, search }: Searched): readonly Float64Array[] {
  const own = volatilities(problem.covariance), n = own.length;
  const riskiest = Array.from(own.keys()).sort((i, j) => own[j] - own[i]).slice(0, STARTS);
  const sums = [own, ...riskiest.map((i) => row(problem.covariance, i).slice(0, n))];
  return sums.flatMap((sum) => [search.largest(sum), search.least(sum)])
    .flatMap(({ weights }) => weights === null ? [] : [weights]);
}

/** Steps of a climb: each is a vertex of more variance than the one before. */
const STEPS = 30;

/** A variance that is more by a smaller share is the same. */
const SAME = 1e-12;

/**
 * The variance at the end of a climb: what is above the tangent of a convex function is above the function (Mangasarian
 * 1996, Machine learning via polyhedral concave minimization).
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

/** By the triangle inequality: a portfolio has at most the volatility of its parts together. */
function byVolatilities({ problem: { covariance, short }, search, weights }: Searched): number {
  const own = volatilities(covariance);
  if (!short) return search.largest(own).value;
  return own.reduce(
    (sum, one, i) =>
      one === 0 ? sum : sum + one * Math.max(Math.abs(weights[i].min.value), Math.abs(weights[i].max.value)),
    0,
  );
}

/**
 * By w'Sw = Σ w_i t_i, t = S w: a product within l ≤ w_i ≤ u and p ≤ t_i ≤ q is at most u t_i + p w_i - u p and at most
 * l t_i + q w_i - l q (McCormick 1976, Computability of global solutions to factorable nonconvex programs, Mathematical
 * Programming 10). The largest sum of either, or of the mean of both, is a linear program.
 */
function byCovariances({ problem: { covariance }, search, weights }: Searched): readonly number[] {
  const n = weights.length,
    of = (pick: (i: number) => number): Float64Array => Float64Array.from(weights, (_, i) => pick(i));
  const l = of((i) => weights[i].min.value), u = of((i) => weights[i].max.value);
  if (![...l, ...u].every(Number.isFinite)) return [];
  const ranges = weights.map((_, i) => search.rangeOf(row(covariance, i).slice(0, n)));
  const p = of((i) => ranges[i].min.value), q = of((i) => ranges[i].max.value);
  const above = { sum: added(timesVector(covariance, u), p), constant: -dot(u, p) };
  const below = { sum: added(timesVector(covariance, l), q), constant: -dot(l, q) };
  const mean = {
    sum: added(above.sum, below.sum).map((one) => one / 2),
    constant: (above.constant + below.constant) / 2,
  };
  return [above, below, mean].map(({ sum, constant }) => Math.sqrt(Math.max(0, search.largest(sum).value + constant)));
}

function added(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((one, i) => one + b[i]);
}
