import { column, type Matrix } from "../../../domain/matrix.ts";

/** The ranks of one series of T observations. */
export interface Ranks {
  /** Of each observation, from 0, equal for equal ones: how many different values are below it. */
  readonly dense: Int32Array;
  /** The observations by rank, of equal ones the first first. */
  readonly order: Int32Array;
  /** How many observations have each dense rank. */
  readonly counts: Int32Array;
}

/** The ranks of each column. */
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

/** Where a value stands among ascending ones that have it. */
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

/** How many observations are below each dense rank. */
export function startsOf(counts: Int32Array): Int32Array {
  const starts = new Int32Array(counts.length);
  for (let rank = 1; rank < counts.length; rank++) starts[rank] = starts[rank - 1] + counts[rank - 1];
  return starts;
}
