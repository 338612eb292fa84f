import { column, type Matrix } from "../../../domain/matrix.ts";

/** The ranks of a series of T observations. */
export interface Ranks {
  /** The dense rank of each observation: the number of different values below it. */
  readonly dense: Int32Array;
  /** The observations in the order of their ranks, equal ones in the order of the series. */
  readonly order: Int32Array;
  /** The number of observations with each dense rank. */
  readonly counts: Int32Array;
}

/** Returns the ranks of each column of T × n returns. */
export function ranksOfColumns(returns: Matrix): readonly Ranks[] {
  return Array.from({ length: returns.columns }, (_, j) => ranksOf(column(returns, j)));
}

function ranksOf(series: Float64Array): Ranks {
  const values = new Float64Array(series.length);
  let different = 0;
  for (const value of series.toSorted()) {
    if (different === 0 || value !== values[different - 1]) values[different++] = value;
  }
  const dense = new Int32Array(series.length), counts = new Int32Array(different);
  series.forEach((value, t) => {
    dense[t] = placeOf(value, values, different);
    counts[dense[t]]++;
  });
  return { dense, order: orderBy(dense, counts), counts };
}

/** Returns the index of a value among the first `count` of ascending different values, which must contain it. */
function placeOf(value: number, values: Float64Array, count: number): number {
  let low = 0, high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function orderBy(dense: Int32Array, counts: Int32Array): Int32Array {
  const next = startsOf(counts), order = new Int32Array(dense.length);
  dense.forEach((rank, t) => order[next[rank]++] = t);
  return order;
}

/** Returns the number of observations below each dense rank. */
export function startsOf(counts: Int32Array): Int32Array {
  const starts = new Int32Array(counts.length);
  for (let rank = 1; rank < counts.length; rank++) starts[rank] = starts[rank - 1] + counts[rank - 1];
  return starts;
}
