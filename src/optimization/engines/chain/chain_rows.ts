// Stores the rows of a chain (chain.ts) by its variables v. Row i has the terms by_i v_t + before_i v_(t-1) beside its
// terms in x.

import type { Matrix } from "../../../domain/matrix.ts";
import type { Chain } from "./chain.ts";

/** The coefficients of a row for a variable of a chain (by) and for the one before it. */
interface Link {
  readonly row: number;
  readonly by: number;
  readonly before: number;
}

/** The columns and the values of the entries of x in a sparse row, which has few of them. */
interface Sparse {
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

/**
 * The rows of a chain by its variables. Each variable has at most one dense row, which has many entries of x or the
 * variable before it, and sparse rows. The columns of its sparse rows are listed once, and entries point into that
 * list.
 */
export class ChainRows {
  readonly count: number;
  /**
   * For each variable v_t: its dense row (-1 for none), the coefficients of v_t and of v_(t-1) in this row, and its
   * entries of x.
   */
  readonly tieRow: Int32Array;
  readonly tieBy: Float64Array;
  readonly tieBefore: Float64Array;
  readonly dense: Float64Array;
  /** The sparse rows of variable t are those from start[t] to before start[t + 1]. */
  readonly start: Uint32Array;
  readonly row: Uint32Array;
  readonly by: Float64Array;
  /** The columns of variable t are those from columnStart[t] to before columnStart[t + 1]. */
  readonly columnStart: Uint32Array;
  readonly column: Uint32Array;
  /**
   * The entries of sparse row k are those from entryStart[k] to before entryStart[k + 1]. Each has a place among the
   * columns of the row's variable, and a value.
   */
  readonly entryStart: Uint32Array;
  readonly entryPlace: Uint32Array;
  readonly entryValue: Float64Array;

  private constructor(
    ties: readonly (Link | null)[],
    singles: readonly (readonly (Link & Sparse)[])[],
    dense: Float64Array,
  ) {
    const T = this.count = ties.length, all = singles.flat();
    this.dense = dense;
    this.tieRow = Int32Array.from(ties, (tie) => tie?.row ?? -1);
    this.tieBy = Float64Array.from(ties, (tie) => tie?.by ?? 0);
    this.tieBefore = Float64Array.from(ties, (tie) => tie?.before ?? 0);
    this.row = Uint32Array.from(all, ({ row }) => row);
    this.by = Float64Array.from(all, ({ by }) => by);
    this.start = startsOf(singles.map((of) => of.length));
    this.entryStart = startsOf(all.map(({ columns }) => columns.length));
    this.entryValue = Float64Array.from(all.flatMap(({ values }) => values));
    const columns = singles.map((of) => [...new Set(of.flatMap(({ columns }) => columns))]);
    this.columnStart = startsOf(columns.map((own) => own.length));
    this.column = Uint32Array.from(columns.flat());
    const places: number[] = [];
    for (let t = 0; t < T; t++) {
      for (const single of singles[t]) for (const at of single.columns) places.push(columns[t].indexOf(at));
    }
    this.entryPlace = Uint32Array.from(places);
  }

  /**
   * Returns the rows of a chain; null if a variable has several dense rows or no row. R and G hold the entries of x in
   * the rows of hinges and of limits.
   */
  static of(chain: Chain, { R, G }: { readonly R: Matrix; readonly G: Matrix }): ChainRows | null {
    const n = R.columns, T = chain.costs.length, dense = new Float64Array(T * n);
    const ties = new Array<Link | null>(T).fill(null), singles = Array.from({ length: T }, (): (Link & Sparse)[] => []);
    const all = [
      { links: chain.hinges, part: R, first: 0 },
      { links: chain.limits, part: G, first: R.rows },
    ];
    for (const { links: { place, by, before }, part, first } of all) {
      for (let i = 0; i < place.length; i++) {
        const t = place[i];
        if (t < 0) continue;
        const link = { row: first + i, by: by[i], before: before[i] }, own = part.data.subarray(i * n, (i + 1) * n);
        const few = before[i] === 0 ? sparse(own, chain.fewEntries) : null;
        if (few !== null) {
          singles[t].push({ ...link, ...few });
          continue;
        }
        if (ties[t] !== null) return null;
        ties[t] = link;
        dense.set(own, t * n);
      }
    }
    const areSound = ties.every((tie, t) => tie !== null || singles[t].length > 0);
    return areSound ? new ChainRows(ties, singles, dense) : null;
  }

  /** Adds to each row its terms in the chain and, for sparse rows, in x. */
  addTimes(x: Float64Array, v: Float64Array, to: Float64Array): void {
    const { count, tieRow, tieBy, tieBefore, start, row, by, columnStart, column } = this;
    const { entryStart, entryPlace, entryValue } = this;
    for (let t = 0; t < count; t++) {
      if (tieRow[t] >= 0) to[tieRow[t]] += tieBy[t] * v[t] + (t > 0 ? tieBefore[t] * v[t - 1] : 0);
      for (let k = start[t]; k < start[t + 1]; k++) {
        let sum = by[k] * v[t];
        for (let e = entryStart[k]; e < entryStart[k + 1]; e++) {
          sum += entryValue[e] * x[column[columnStart[t] + entryPlace[e]]];
        }
        to[row[k]] += sum;
      }
    }
  }

  /**
   * Adds the products of multipliers z with the coefficients of the rows: to `toV` for the chain and, for sparse rows,
   * to `toX` for x.
   */
  addTransposed(z: Float64Array, toX: Float64Array, toV: Float64Array): void {
    const { count, tieRow, tieBy, tieBefore, start, row, by, columnStart, column } = this;
    const { entryStart, entryPlace, entryValue } = this;
    for (let t = 0; t < count; t++) {
      if (tieRow[t] >= 0) {
        toV[t] += tieBy[t] * z[tieRow[t]];
        if (t > 0) toV[t - 1] += tieBefore[t] * z[tieRow[t]];
      }
      for (let k = start[t]; k < start[t + 1]; k++) {
        const multiplier = z[row[k]];
        toV[t] += by[k] * multiplier;
        for (let e = entryStart[k]; e < entryStart[k + 1]; e++) {
          toX[column[columnStart[t] + entryPlace[e]]] += entryValue[e] * multiplier;
        }
      }
    }
  }
}

function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, k) => starts[k + 1] = starts[k] + length);
  return starts;
}

/** Returns the columns and values of the entries of a row; null if there are more than `few`. */
function sparse(row: Float64Array, few: number): Sparse | null {
  const columns: number[] = [], values: number[] = [];
  for (let j = 0; j < row.length; j++) {
    if (row[j] === 0) continue;
    if (columns.length === few) return null;
    columns.push(j);
    values.push(row[j]);
  }
  return { columns, values };
}
