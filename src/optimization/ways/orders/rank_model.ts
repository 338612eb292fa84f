import { type Matrix, matrix, row, timesVector, transposed } from "../../../domain/matrix.ts";
import type { LinearAlgebra } from "../../../kernels/linear_algebra.ts";
import { descending } from "../../cones/mean_difference.ts";
import { nonnegative } from "../../cones/nonnegative.ts";
import { Affine, type Block } from "../../program/program.ts";
import type { Settler } from "../../program/settler.ts";
import { Variables } from "../../program/variables.ts";
import { spreadOf } from "./mean_difference_model.ts";
import type { Entries } from "./ordered_blocks.ts";
import { EVEN_PART, NO_DROP } from "../../program/rounding.ts";

/**
 * A drop: a rank k after which the weights of an ordered sum become smaller by `by`. The ordered sum is its least
 * weight times the sum of all entries, plus for each drop `by` times the sum of the k largest entries.
 */
interface Drop {
  readonly by: number;
  /** Number of the entries in `beside` that are among the k largest. */
  readonly places: number;
  /** Entries whose rank at the point is near k. */
  readonly beside: Uint32Array;
}

/**
 * A model of an ordered sum that lies nowhere above it and equals it near a point. It is Σ weights[i] x_i, which counts
 * each drop for the entries clearly above it, plus for each drop `by` times the sum of the `places` largest entries of
 * `beside`. That sum is the least of places τ + Σ max(x_i - τ, 0) over a threshold τ (Rockafellar and Uryasev 2000).
 */
export interface RankModel {
  readonly weights: Float64Array;
  readonly drops: readonly Drop[];
}

/** Returns the model at a point with `reach` ranks on either side of each drop. */
export function rankModelAt(x: Float64Array, ranks: Float64Array, reach: number): RankModel {
  const order = descending(x), count = x.length, above = new Float64Array(count + 1);
  const drops = dropsOf(ranks).map(({ rank, by }): Drop => {
    const from = Math.max(0, rank - reach), to = Math.min(count, rank + reach);
    above[from] += by;
    return { by, places: rank - from, beside: order.slice(from, to) };
  });
  const weights = new Float64Array(count).fill(ranks[count - 1]);
  for (let k = count - 1, sum = 0; k >= 0; k--) weights[order[k]] += sum += above[k + 1];
  return { weights, drops };
}

function dropsOf(ranks: Float64Array): { readonly rank: number; readonly by: number }[] {
  const largest = Math.max(Math.abs(ranks[0]), Math.abs(ranks[ranks.length - 1]));
  const drops: { rank: number; by: number }[] = [];
  for (let rank = 1; rank < ranks.length; rank++) {
    const by = ranks[rank - 1] - ranks[rank];
    if (by > NO_DROP * largest) drops.push({ rank, by });
  }
  return drops;
}

/** Rows and variables of the thresholds and hinges of a model, and the settler that computes these variables. */
export interface RankRows {
  readonly thresholds: Variables;
  readonly hinges: Variables;
  /**
   * The part of the model with thresholds and hinges: the sum over the drops of `by` times (`places` times the
   * threshold plus the hinges).
   */
  readonly above: Affine;
  /** Rows u - (x_i - threshold) ≥ 0 of the hinges u. */
  readonly rows: Affine;
  /** The index i of the entry x_i in each row. */
  readonly entryOf: Uint32Array;
  readonly settler: Settler;
}

/** Returns the rows of a model whose thresholds, then hinges, are the variables from `first` on. */
export function rankRows({ drops }: RankModel, { coefficients, offset }: Entries, first: number): RankRows {
  const entryOf = Uint32Array.from(drops.flatMap(({ beside }) => Array.from(beside)));
  const thresholds = new Variables(first, drops.length);
  const hinges = new Variables(first + drops.length, entryOf.length);
  const beside = matrix(entryOf.length, coefficients.columns);
  entryOf.forEach((i, r) => row(beside, r).set(row(coefficients, i)));
  const ofThreshold = Uint32Array.from(drops.flatMap(({ beside }, k) => Array.from(beside, () => k)));
  const own = Affine.product(beside, offset);
  const above = thresholds.dot(drops.map(({ by, places }) => by * places))
    .plus(hinges.dot(Array.from(ofThreshold, (k) => drops[k].by)));
  return {
    thresholds,
    hinges,
    above,
    rows: hinges.all().minus(own).plus(Affine.stack(Array.from(ofThreshold, (k) => thresholds.at(k)))),
    entryOf,
    settler: rankSettler(drops, { own, thresholds, hinges }),
  };
}

function rankSettler(
  drops: readonly Drop[],
  { own, thresholds, hinges }: {
    readonly own: Affine;
    readonly thresholds: Variables;
    readonly hinges: Variables;
  },
): Settler {
  return {
    settle(point) {
      const values = own.evaluate(point);
      let at = 0;
      drops.forEach(({ places, beside }, k) => {
        const end = at + beside.length, sorted = values.slice(at, end).sort();
        const threshold = point[thresholds.offset + k] = sorted[beside.length - places];
        for (; at < end; at++) point[hinges.offset + at] = Math.max(values[at] - threshold, 0);
      });
    },
    narrow(bounds) {
      const { lower, upper } = own.range(bounds);
      let at = 0;
      drops.forEach(({ beside }, k) => {
        const end = at + beside.length, j = thresholds.offset + k;
        const least = lower.subarray(at, end).reduce((low, one) => Math.min(low, one), Infinity);
        bounds.lower[j] = Math.max(bounds.lower[j], least);
        bounds.upper[j] = Math.min(
          bounds.upper[j],
          upper.subarray(at, end).reduce((a, b) => Math.max(a, b), -Infinity),
        );
        for (; at < end; at++) {
          const h = hinges.offset + at;
          bounds.upper[h] = Math.min(bounds.upper[h], Math.max(upper[at] - least, 0));
        }
      });
    },
  };
}

/** A block of rows that are at least 0, with the label and unit of another block. */
export function nonnegativeBlock(like: Block, firstRow: number, rows: number): Block {
  return { ...like, cone: nonnegative, firstRow, rows };
}

/**
 * Returns a matrix M whose form v'Mv models the square of the ordered sum of the entries B v, with their `coefficients`
 * B. The two have the same value and slope at v = y, and are equal at positive multiples of y. M = g g' + f H with the
 * value f and slope g of the ordered sum at y, and a curvature H with H y = 0. H adds up the covariances of the entries
 * beside each drop, which spreads its kink over them, and a small multiple of the dispersion of all entries. Returns
 * null if the value is not above 0 or the entries are equal to rounding.
 */
export function rankSquareAt(
  y: Float64Array,
  { coefficients: B }: Entries,
  { ranks, reach, linearAlgebra }: {
    readonly ranks: Float64Array;
    readonly reach: number;
    readonly linearAlgebra: LinearAlgebra;
  },
): Matrix | null {
  const x = timesVector(B, y), { rows: count, columns: n } = B, order = descending(x);
  const slope = new Float64Array(n);
  let value = 0;
  order.forEach((i, k) => {
    if (ranks[k] === 0) return;
    value += ranks[k] * x[i];
    row(B, i).forEach((entry, j) => slope[j] += ranks[k] * entry);
  });
  const spread = spreadOf(x);
  if (!(value > 0 && spread > 0)) return null;
  const centred = matrix(count, n);
  for (let i = 0, k = 0; i < count; i++) {
    for (let j = 0; j < n; j++, k++) centred.data[k] = B.data[k] - x[i] * slope[j] / value;
  }
  const product = matrix(count, n), middle = new Float64Array(n);
  for (let k = 0; k < product.data.length; k++) product.data[k] = EVEN_PART * centred.data[k] / (count * spread);
  for (const { rank, by } of dropsOf(ranks)) {
    const beside = order.subarray(Math.max(0, rank - reach), Math.min(count, rank + reach));
    const width = Math.max(x[beside[0]] - x[beside[beside.length - 1]], EVEN_PART * spread);
    middle.fill(0);
    for (const i of beside) {
      for (let j = 0, k = i * n; j < n; j++, k++) middle[j] += centred.data[k] / beside.length;
    }
    for (const i of beside) {
      for (let j = 0, k = i * n; j < n; j++, k++) product.data[k] += by / width * (centred.data[k] - middle[j]);
    }
  }
  const curved = linearAlgebra.multiply(transposed(centred), product), square = matrix(n, n);
  for (let i = 0, k = 0; i < n; i++) {
    for (let j = 0; j < n; j++, k++) {
      square.data[k] = slope[i] * slope[j] + value * 0.5 * (curved.data[k] + curved.data[j * n + i]);
    }
  }
  return square;
}
