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

/** What a rank and those above it count more than the next: a sum of the largest entries. */
interface Drop {
  readonly by: number;
  /** How many of the entries beside are among the largest. */
  readonly places: number;
  /** Those whose rank is near. */
  readonly beside: Uint32Array;
}

/**
 * What is below an ordered sum everywhere and it near a point: Σ weights[i] x_i, of entries far above a rank at that
 * point, and for each drop the largest of the entries beside it, by a threshold and hinges.
 */
export interface RankModel {
  readonly weights: Float64Array;
  readonly drops: readonly Drop[];
}

/** The model at a point by so many ranks on either side of each drop. */
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

/** The rows, variables and settlers of a model's thresholds and hinges. */
export interface RankRows {
  readonly thresholds: Variables;
  readonly hinges: Variables;
  /** What thresholds and hinges add to the weights. */
  readonly above: Affine;
  /** Hinges less what they are at least. */
  readonly rows: Affine;
  /** The entry of each row. */
  readonly entryOf: Uint32Array;
  readonly settler: Settler;
}

/** Those of the variables from `first` on. */
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

/** The rows that lie at or above 0, as a block like another. */
export function nonnegativeBlock(like: Block, firstRow: number, rows: number): Block {
  return { ...like, cone: nonnegative, firstRow, rows };
}

/**
 * M with y'My the square of an ordered sum near a point to second order, and along its ray: that of the slope, and of
 * each drop the covariance of the entries beside it, as if its kink were spread over them. Null where the value is not
 * above 0, or the entries are all alike.
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
