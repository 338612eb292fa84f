// Factors X'WX + D = (A B'; B C) = L L', where X are the rows of hinges and limits, W and D are diagonal, and the block
// A of the narrow columns is tridiagonal.

import type { Matrix } from "../../../domain/matrix.ts";
import type { HingeProgram } from "./hinge_program.ts";

/** Fewer narrow columns are factored with the others. */
const LEAST_COUNT = 8;
/** A narrow column has entries in at most this share of the rows. */
const FEW_ROWS = 0.25;

/**
 * Columns of X, the rows of hinges and limits, such that a row has an entry in none of them, in one, or in two
 * neighbours, like the rows of running maxima. Their block of X'WX + D is tridiagonal. The Cholesky factor eliminates
 * them before the other columns. Each then costs one row of the factor in the other columns; a dense factor would cost
 * the square of their number.
 */
export class NarrowColumns {
  /** The narrow columns and the others, ascending. */
  readonly narrow: Uint32Array;
  readonly dense: Uint32Array;
  /** For each row, its first narrow column (-1 for none), and its entries in that and in the next one. */
  readonly #place: Int32Array;
  readonly #by: Float64Array;
  readonly #next: Float64Array;
  /** The rows without the narrow columns. */
  readonly #rows: Float64Array;
  /** The bidiagonal factor of the block of the narrow columns: its diagonal, and the entries below it. */
  readonly #pivots: Float64Array;
  readonly #below: Float64Array;
  /** The rows of the factor that couple narrow columns with the others. */
  readonly coupling: Float64Array;

  private constructor(parts: readonly Matrix[], narrow: readonly number[]) {
    const rows = parts.reduce((sum, part) => sum + part.rows, 0), [{ columns }] = parts;
    const isNarrow = new Int32Array(columns).fill(-1);
    narrow.forEach((j, k) => isNarrow[j] = k);
    this.narrow = Uint32Array.from(narrow);
    this.dense = Uint32Array.from(isNarrow.keys()).filter((j) => isNarrow[j] < 0);
    this.#place = new Int32Array(rows).fill(-1);
    [this.#by, this.#next] = [new Float64Array(rows), new Float64Array(rows)];
    this.#rows = new Float64Array(rows * this.dense.length);
    let i = 0;
    for (const { rows: count, data } of parts) {
      for (let r = 0; r < count; r++, i++) this.#take(data.subarray(r * columns, (r + 1) * columns), i);
    }
    [this.#pivots, this.#below] = [new Float64Array(narrow.length), new Float64Array(narrow.length)];
    this.coupling = new Float64Array(narrow.length * this.dense.length);
  }

  #take(row: Float64Array, i: number): void {
    const { narrow, dense } = this;
    for (let k = 0; k < dense.length; k++) this.#rows[i * dense.length + k] = row[dense[k]];
    for (let k = 0; k < narrow.length; k++) {
      if (row[narrow[k]] === 0) continue;
      if (this.#place[i] < 0) [this.#place[i], this.#by[i]] = [k, row[narrow[k]]];
      else this.#next[i] = row[narrow[k]];
    }
  }

  /** Returns the narrow columns of the rows of hinges and limits; null if there are too few. */
  static of({ P, R, G, E }: HingeProgram): NarrowColumns | null {
    const parts = [R, G], squares = entriesOf([P]), equalities = entriesOf([E]), entries = entriesOf(parts);
    const most = FEW_ROWS * (R.rows + G.rows);
    const isFew = (j: number): boolean => entries[j] > 0 && entries[j] <= most;
    const narrow = Array.from(entries.keys()).filter((j) => squares[j] + equalities[j] === 0 && isFew(j));
    return narrow.length >= LEAST_COUNT && parts.every((part) => areNeighbours(part, narrow))
      ? new NarrowColumns(parts, narrow)
      : null;
  }

  /** The rows without the narrow columns. */
  get rows(): Float64Array {
    return this.#rows;
  }

  /** Adds the terms of the narrow columns at a point to each row. */
  addTimes(x: Float64Array, to: Float64Array): void {
    const { narrow } = this;
    for (let i = 0; i < to.length; i++) {
      const k = this.#place[i];
      if (k < 0) continue;
      to[i] += this.#by[i] * x[narrow[k]] + (this.#next[i] === 0 ? 0 : this.#next[i] * x[narrow[k + 1]]);
    }
  }

  /** Adds the products of the narrow columns with multipliers of the rows. */
  addTransposed(z: Float64Array, to: Float64Array): void {
    const { narrow } = this;
    for (let i = 0; i < z.length; i++) {
      const k = this.#place[i];
      if (k < 0) continue;
      to[narrow[k]] += this.#by[i] * z[i];
      if (this.#next[i] !== 0) to[narrow[k + 1]] += this.#next[i] * z[i];
    }
  }

  /**
   * Returns the largest diagonal entry of the block of the narrow columns, for weights of the rows and a diagonal of
   * all columns.
   */
  largestPivot(weights: Float64Array, diagonal: Float64Array): number {
    this.#sumPivots(weights, diagonal);
    return this.#pivots.reduce((most, pivot) => Math.max(most, pivot), 0);
  }

  #sumPivots(weights: Float64Array, diagonal: Float64Array): void {
    const pivots = this.#pivots, below = this.#below.fill(0);
    for (let k = 0; k < pivots.length; k++) pivots[k] = diagonal[this.narrow[k]];
    for (let i = 0; i < weights.length; i++) {
      const k = this.#place[i], by = this.#by[i], next = this.#next[i];
      if (k < 0) continue;
      pivots[k] += weights[i] * by * by;
      if (next === 0) continue;
      pivots[k + 1] += weights[i] * next * next;
      below[k] += weights[i] * by * next;
    }
  }

  /**
   * Factors the block of the narrow columns in X'WX + D, for the weights W of the rows and a diagonal D of all columns,
   * with `added` on its diagonal. Also computes `coupling`. Returns false if the block is not positive definite.
   */
  factor(weights: Float64Array, diagonal: Float64Array, { added }: { readonly added: number }): boolean {
    this.#sumPivots(weights, diagonal);
    const n = this.dense.length, pivots = this.#pivots, below = this.#below, coupling = this.coupling.fill(0);
    for (let i = 0; i < weights.length; i++) {
      const k = this.#place[i];
      if (k < 0 || weights[i] === 0) continue;
      const own = weights[i] * this.#by[i], next = weights[i] * this.#next[i], from = i * n, to = k * n;
      for (let j = 0; j < n; j++) coupling[to + j] += own * this.#rows[from + j];
      if (next !== 0) { for (let j = 0; j < n; j++) coupling[to + n + j] += next * this.#rows[from + j]; }
    }
    for (let k = 0; k < pivots.length; k++) {
      const before = k === 0 ? 0 : below[k - 1], pivot = Math.sqrt(pivots[k] + added - before * before);
      if (!(pivot > 0)) return false;
      pivots[k] = pivot;
      below[k] /= pivot;
      for (let j = 0, to = k * n; j < n; j++) {
        coupling[to + j] = (coupling[to + j] - (k === 0 ? 0 : before * coupling[to - n + j])) / pivot;
      }
    }
    return true;
  }

  /**
   * Solves L p = v for the narrow columns. Returns their part of p, and the right-hand side that remains for the other
   * columns.
   */
  forward(v: Float64Array): { readonly own: Float64Array; readonly others: Float64Array } {
    const n = this.dense.length, own = new Float64Array(this.narrow.length);
    const others = Float64Array.from(this.dense, (j) => v[j]);
    for (let k = 0, before = 0; k < own.length; k++) {
      before = own[k] = (v[this.narrow[k]] - (k === 0 ? 0 : this.#below[k - 1] * before)) / this.#pivots[k];
      for (let j = 0; j < n; j++) others[j] -= before * this.coupling[k * n + j];
    }
    return { own, others };
  }

  /**
   * Solves L'x = p for the narrow columns, given their part `own` of p and the solution `others` of the other columns.
   * Returns x with the columns in their own order.
   */
  backward(own: Float64Array, others: Float64Array): Float64Array {
    const n = this.dense.length, x = new Float64Array(n + own.length);
    for (let j = 0; j < n; j++) x[this.dense[j]] = others[j];
    for (let k = own.length - 1, after = 0; k >= 0; k--) {
      let left = own[k] - this.#below[k] * after;
      for (let j = 0; j < n; j++) left -= this.coupling[k * n + j] * others[j];
      after = x[this.narrow[k]] = left / this.#pivots[k];
    }
    return x;
  }
}

/** Tells whether each row has entries in none of these columns, in one, or in two neighbours. */
function areNeighbours({ rows, columns, data }: Matrix, narrow: readonly number[]): boolean {
  for (let i = 0; i < rows; i++) {
    let first = -1, last = -1;
    for (let k = 0; k < narrow.length; k++) {
      if (data[i * columns + narrow[k]] === 0) continue;
      if (first < 0) first = k;
      last = k;
    }
    if (last > first + 1) return false;
  }
  return true;
}

/** Returns the number of entries of each column of matrices below one another. */
function entriesOf(parts: readonly Matrix[]): Uint32Array {
  const entries = new Uint32Array(parts[0].columns);
  for (const { rows, columns, data } of parts) {
    for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < columns; j++, at++) if (data[at] !== 0) entries[j]++;
  }
  return entries;
}
