import { type Matrix, matrix, maximumNorm, row, timesVector, transposed } from "../../../domain/matrix.ts";
import type { LinearAlgebra } from "../../../kernels/linear_algebra.ts";
import { meanDifferenceOf } from "../../../measures/mean_difference.ts";
import type { Entries } from "./ordered_blocks.ts";
import { descending, rankWeight } from "../../cones/mean_difference.ts";

/**
 * A model of the mean difference that lies nowhere above it and equals it near a point: Σ weights[i] x_i + 2 c Σ
 * max(x_j - x_i, 0) over pairs (i, j) with x_i ≥ x_j at the point, with the weight c of a pair.
 */
export interface OrderModel {
  /** For each entry the weight of its rank at the point. */
  readonly weights: Float64Array;
  readonly larger: Uint32Array;
  readonly smaller: Uint32Array;
}

/** The weight of a pair, 2 / (n (n - 1)) for n entries. */
export function pairWeight(count: number): number {
  return 2 / (count * (count - 1));
}

/**
 * Returns the model at a point with hinges for the `wanted` pairs of entries that are nearest to changing their order.
 */
export function orderModelAt(x: Float64Array, wanted: number): OrderModel {
  const order = descending(x), count = x.length;
  const weights = new Float64Array(count);
  order.forEach((i, k) => weights[i] = rankWeight(k, count));
  const pairs = nearestPairs(x, order, wanted);
  return {
    weights,
    larger: Uint32Array.from(pairs, ([i]) => i),
    smaller: Uint32Array.from(pairs, ([, j]) => j),
  };
}

/**
 * Least number of pairs of nearly equal entries, for each variable, whose smoothed kinks |x_i - x_j| give a model a
 * usable curvature.
 */
const KINKS_PER_VARIABLE = 10;

/**
 * The density at 0 of the difference of two normal entries with a standard deviation of 1, which is 1 / (2 √π). It
 * tells how many pairs of entries lie within a width of each other.
 */
const DENSITY = 0.28;

/**
 * Returns the least width, in standard deviations of the entries, within which enough pairs lie to give a curvature in
 * every variable: `KINKS_PER_VARIABLE` for each.
 */
export function narrowestWidth({ coefficients: { rows, columns } }: Entries): number {
  return KINKS_PER_VARIABLE * columns / (DENSITY * rows ** 2);
}

/** Returns the pairs of a larger and a smaller entry with the smallest differences. */
function nearestPairs(x: Float64Array, order: Uint32Array, wanted: number): (readonly [number, number])[] {
  const range = x[order[0]] - x[order[order.length - 1]];
  let within = range, pairs: (readonly [number, number])[] = [];
  // The search starts from the distance that would fit evenly spread entries and doubles it until enough pairs lie
  // within.
  for (let apart = range * wanted / order.length ** 2, tries = 0; tries < MOST_TRIES; tries++, apart *= 2) {
    within = apart;
    pairs = pairsWithin(x, order, within);
    if (pairs.length >= wanted || apart >= range) break;
  }
  return pairs.sort(([i, j], [k, l]) => x[i] - x[j] - (x[k] - x[l])).slice(0, wanted);
}

/** Most doublings of the distance within which two entries count as near. */
const MOST_TRIES = 60;

function pairsWithin(x: Float64Array, order: Uint32Array, within: number): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let k = 0; k < order.length; k++) {
    for (let l = k + 1; l < order.length && x[order[k]] - x[order[l]] <= within; l++) pairs.push([order[k], order[l]]);
  }
  return pairs;
}

/**
 * Returns a matrix M whose form v'Mv models the square of the mean difference of the entries B v, with their
 * `coefficients` B. The two have the same value and slope at v = y, and are equal at multiples of y. M = g g' + f H
 * with the value f and slope g of the mean difference at y, and a curvature H with H y = 0. H spreads the kink of each
 * pair of entries over `width` standard deviations. Returns null if the value is 0 or the entries are equal to
 * rounding.
 */
export function squareAt(
  y: Float64Array,
  { coefficients: B }: Entries,
  { width, linearAlgebra }: { readonly width: number; readonly linearAlgebra: LinearAlgebra },
): Matrix | null {
  const x = timesVector(B, y), count = x.length, n = B.columns;
  const value = meanDifferenceOf(x);
  const spread = spreadOf(x);
  if (!(value > 0 && spread > 0)) return null;
  const { weights } = orderModelAt(x, 0);
  const slope = new Float64Array(n);
  weights.forEach((weight, i) => row(B, i).forEach((entry, j) => slope[j] += weight * entry));
  const centred = matrix(count, n);
  for (let i = 0, k = 0; i < count; i++) {
    for (let j = 0; j < n; j++, k++) centred.data[k] = B.data[k] - x[i] * slope[j] / value;
  }
  const curved = linearAlgebra.multiply(transposed(centred), differences(centred, x, width * spread));
  const square = matrix(n, n);
  for (let i = 0, k = 0; i < n; i++) {
    for (let j = 0; j < n; j++, k++) {
      const both = 0.5 * (curved.data[k] + curved.data[j * n + i]);
      square.data[k] = slope[i] * slope[j] + value * both;
    }
  }
  return square;
}

/** Returns the population standard deviation of the entries, 0 if they differ by rounding alone. */
export function spreadOf(x: Float64Array): number {
  const mean = x.reduce((sum, one) => sum + one, 0) / x.length;
  const spread = Math.sqrt(x.reduce((sum, one) => sum + (one - mean) ** 2, 0) / x.length);
  const largest = maximumNorm(x);
  return spread > Number.EPSILON * largest ? spread : 0;
}

/**
 * Returns L C, with the Laplacian L of the graph that joins entries within a distance. Each edge has the weight of a
 * pair divided by that distance.
 */
function differences(C: Matrix, x: Float64Array, within: number): Matrix {
  const order = descending(x), { rows: count, columns: n } = C;
  const by = pairWeight(count) / within;
  const product = matrix(count, n), window = new Float64Array(n);
  // The rows within the distance form a sliding window over the sorted entries, so each step updates its sum.
  for (let k = 0, from = 0, to = 0; k < count; k++) {
    const i = order[k];
    for (; to < count && x[i] - x[order[to]] <= within; to++) {
      row(C, order[to]).forEach((entry, j) => window[j] += entry);
    }
    for (; x[order[from]] - x[i] > within; from++) row(C, order[from]).forEach((entry, j) => window[j] -= entry);
    const own = row(C, i), target = row(product, i), neighbours = to - from;
    for (let j = 0; j < n; j++) target[j] = by * (neighbours * own[j] - window[j]);
  }
  return product;
}
