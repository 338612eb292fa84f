import type { CovarianceRows } from "./documents.ts";

/** Correlations of assets, computed from their covariances when they are asked for. */
export interface Correlations {
  readonly assets: readonly string[];
  /** Returns the correlation of two assets by their indexes; NaN where one has no variance. */
  readonly between: (row: number, column: number) => number;
}

/** Returns the correlations of assets by the rows of their covariance matrix. */
export function correlationsOf(assets: readonly string[], rows: CovarianceRows): Correlations {
  const deviations = Float64Array.from(assets, (_, index) => Math.sqrt(rows[index]?.[index] ?? NaN));
  return {
    assets,
    between(row, column) {
      if (row === column) return 1;
      const scale = (deviations[row] ?? NaN) * (deviations[column] ?? NaN);
      return scale > 0 ? (rows[row]?.[column] ?? NaN) / scale : NaN;
    },
  };
}

/** Order in which a map of correlations shows the assets. */
export type MapOrder = "run" | "weight" | "alike";

/**
 * Returns the indexes of the assets in an order: that of the run, the largest weight first, or each beside the one that
 * it is most correlated with, from the asset on that has the largest sum of correlations.
 */
export function orderOf(
  { assets, between }: Correlations,
  order: MapOrder,
  sizeOf: (asset: string) => number,
): Int32Array {
  const indexes = Int32Array.from(assets, (_, index) => index);
  if (order === "run") return indexes;
  if (order === "weight") {
    const sizes = assets.map(sizeOf);
    return indexes.sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  }
  return alikeOrder(assets.length, between);
}

function alikeOrder(count: number, between: Correlations["between"]): Int32Array {
  const order = new Int32Array(count), isTaken = new Uint8Array(count);
  let last = mostCorrelated(count, between);
  for (let place = 0; place < count; place++) {
    order[place] = last;
    isTaken[last] = 1;
    let [best, highest] = [-1, -Infinity];
    for (let other = 0; other < count; other++) {
      if (isTaken[other] === 1) continue;
      const correlation = between(last, other);
      if (best < 0 || correlation > highest) [best, highest] = [other, correlation];
    }
    last = best;
  }
  return order;
}

function mostCorrelated(count: number, between: Correlations["between"]): number {
  let [best, highest] = [0, -Infinity];
  for (let row = 0; row < count; row++) {
    let sum = 0;
    for (let column = 0; column < count; column++) sum += between(row, column) || 0;
    if (sum > highest) [best, highest] = [row, sum];
  }
  return best;
}

/** A square part of a map: its first row and column, and how many of each. */
export interface MapPart {
  readonly row: number;
  readonly column: number;
  readonly count: number;
}

/** Fewest assets that a part of a map shows along a side. */
const FEWEST = 4;

/** Returns a part of a map with `count` assets a side around a cell, moved into the map where it reaches beyond it. */
export function partAround(
  { row, column }: { readonly row: number; readonly column: number },
  count: number,
  all: number,
): MapPart {
  const side = Math.min(all, Math.max(FEWEST, Math.round(count)));
  const start = (middle: number): number => Math.min(all - side, Math.max(0, Math.round(middle - side / 2)));
  return { row: start(row), column: start(column), count: side };
}

/** A pair of assets with their correlation. */
export interface CorrelatedPair {
  readonly one: string;
  readonly other: string;
  readonly correlation: number;
}

/** Returns all pairs of different assets, the most correlated first. */
export function correlatedPairs({ assets, between }: Correlations): readonly CorrelatedPair[] {
  return assets.flatMap((one, row) =>
    assets.slice(row + 1).map((other, after): CorrelatedPair => ({
      one,
      other,
      correlation: between(row, row + 1 + after),
    }))
  ).sort((a, b) => b.correlation - a.correlation);
}
