import type { Matrix } from "../../domain/matrix.ts";

/**
 * A scaled dense matrix as coefficients: row r of `matrix` belongs to entry firstEntry + r, column c to variable
 * firstColumn + c. Coefficients are `factor` times the matrix.
 */
export interface DenseTerm {
  readonly matrix: Matrix;
  readonly factor: number;
  readonly firstEntry: number;
  readonly firstColumn: number;
}

/** Visits one term of an entry. */
export type VisitTerm = (column: number, value: number) => void;

/**
 * Adds the values of a dense term at a point to the entries. Reading by rows and by columns both sum in the order of
 * the columns, so the results have the same rounding.
 */
export function addDense(term: DenseTerm, x: Float64Array, into: Float64Array): void {
  const { matrix: { columns }, factor, firstColumn } = term;
  const used: number[] = [];
  for (let c = 0; c < columns; c++) if (x[firstColumn + c] !== 0) used.push(c);
  const weights = Float64Array.from(used, (c) => factor * x[firstColumn + c]);
  if (used.length <= FEW_COLUMNS * columns) addByColumns(term, { used, weights }, into);
  else addByRows(term, { used, weights }, into);
}

/** The columns whose variables are not 0, and these variables times `factor`. */
interface UsedColumns {
  readonly used: readonly number[];
  readonly weights: Float64Array;
}

/** If at most this share of the columns is used, copies of these columns are read instead of whole rows. */
const FEW_COLUMNS = 0.25;
/** Number of rows whose partial sums fit in the first-level cache. */
const ROWS_AT_ONCE = 1_024;

function addByColumns(
  { matrix, firstEntry }: DenseTerm,
  { used, weights }: UsedColumns,
  into: Float64Array,
): void {
  const copies = copiesOf(matrix, used), sums = new Float64Array(Math.min(ROWS_AT_ONCE, matrix.rows));
  for (let top = 0; top < matrix.rows; top += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, matrix.rows - top);
    sums.fill(0);
    for (let k = 0; k < copies.length; k++) {
      const weight = weights[k], copy = copies[k];
      for (let r = 0; r < count; r++) sums[r] += weight * copy[top + r];
    }
    for (let r = 0; r < count; r++) into[firstEntry + top + r] += sums[r];
  }
}

/** Copies of the columns in use, by the data of their matrix. A search uses the same few columns again. */
const copied = new WeakMap<Float64Array, Map<number, Float64Array>>();

function copiesOf({ rows, columns, data }: Matrix, used: readonly number[]): readonly Float64Array[] {
  const known = copied.get(data) ?? new Map<number, Float64Array>();
  copied.set(data, known);
  const missing = used.filter((c) => !known.has(c)), copies = missing.map(() => new Float64Array(rows));
  for (let r = 0, at = 0; r < rows; r++, at += columns) {
    for (let k = 0; k < copies.length; k++) copies[k][r] = data[at + missing[k]];
  }
  missing.forEach((c, k) => known.set(c, copies[k]));
  return used.flatMap((c) => known.get(c) ?? []);
}

/** Sums four rows at a time, because each addition of a single sum waits for the previous one. */
function addByRows(
  { matrix: { rows, columns, data }, firstEntry }: DenseTerm,
  { used, weights }: UsedColumns,
  into: Float64Array,
): void {
  const places = Uint32Array.from(used);
  let r = 0, at = 0;
  for (; r + 4 <= rows; r += 4, at += 4 * columns) {
    let a = 0, b = 0, c = 0, d = 0;
    for (let k = 0; k < places.length; k++) {
      const weight = weights[k], place = at + places[k];
      a += weight * data[place];
      b += weight * data[place + columns];
      c += weight * data[place + 2 * columns];
      d += weight * data[place + 3 * columns];
    }
    into[firstEntry + r] += a;
    into[firstEntry + r + 1] += b;
    into[firstEntry + r + 2] += c;
    into[firstEntry + r + 3] += d;
  }
  for (; r < rows; r++, at += columns) {
    let sum = 0;
    for (let k = 0; k < places.length; k++) sum += weights[k] * data[at + places[k]];
    into[firstEntry + r] += sum;
  }
}

/**
 * Adds to `sizes` how far each entry can be from its value at the middle of the bounds: Σ |coefficient| × half the
 * range of the variable. Of the variables of infinite range, the largest |coefficient| is added to `open` instead.
 */
export function addDenseSizes(
  { matrix: { rows, columns, data }, factor, firstEntry, firstColumn }: DenseTerm,
  half: Float64Array,
  { sizes, open }: { readonly sizes: Float64Array; readonly open: Float64Array },
): void {
  const reaches = half.subarray(firstColumn, firstColumn + columns), hasOpen = reaches.includes(Infinity);
  const by = Math.abs(factor);
  for (let r = 0, at = 0; r < rows; r++, at += columns) {
    let sum = 0, most = 0;
    if (!hasOpen) { for (let c = 0; c < columns; c++) sum += Math.abs(data[at + c]) * reaches[c]; }
    else {
      for (let c = 0; c < columns; c++) {
        if (reaches[c] < Infinity) sum += Math.abs(data[at + c]) * reaches[c];
        else most = Math.max(most, Math.abs(data[at + c]));
      }
    }
    sizes[firstEntry + r] += by * sum;
    open[firstEntry + r] += by * most;
  }
}

/**
 * Adds factor × D'z for the dense term D to `into`, or |factor| × |D|'|z| if `sizes` is set. Four rows are processed at
 * a time, because each pass writes all of `into`.
 */
export function addDenseTransposed(
  { matrix: { rows, columns, data }, factor: own, firstEntry, firstColumn }: DenseTerm,
  z: Float64Array,
  into: Float64Array,
  { factor, sizes }: { factor: number; sizes: boolean },
): void {
  const used: number[] = [];
  for (let r = 0; r < rows; r++) if (z[firstEntry + r] * own !== 0) used.push(r);
  const multipliers = Float64Array.from(used, (r) => factor * own * z[firstEntry + r]);
  let k = 0;
  for (; !sizes && k + 4 <= used.length; k += 4) {
    const a = used[k] * columns, b = used[k + 1] * columns, c = used[k + 2] * columns, d = used[k + 3] * columns;
    const byA = multipliers[k], byB = multipliers[k + 1], byC = multipliers[k + 2], byD = multipliers[k + 3];
    for (let j = 0; j < columns; j++) {
      const first = into[firstColumn + j] + byA * data[a + j];
      into[firstColumn + j] = first + byB * data[b + j] + byC * data[c + j] + byD * data[d + j];
    }
  }
  for (; k < used.length; k++) {
    const at = used[k] * columns, by = multipliers[k];
    if (sizes) { for (let j = 0; j < columns; j++) into[firstColumn + j] += Math.abs(by * data[at + j]); }
    else for (let j = 0; j < columns; j++) into[firstColumn + j] += by * data[at + j];
  }
}

/** The part of a dense term within `count` entries from `first` on, as rows of the same data; null if there is none. */
export function slicedDense(term: DenseTerm, first: number, count: number): DenseTerm | null {
  const { matrix, firstEntry } = term, { columns, data } = matrix;
  const top = Math.max(0, first - firstEntry), end = Math.min(matrix.rows, first + count - firstEntry);
  if (top >= end) return null;
  const rows = { rows: end - top, columns, data: data.subarray(top * columns, end * columns) };
  return { ...term, matrix: rows, firstEntry: firstEntry + top - first };
}

/**
 * Visits the nonzero coefficients of a dense term in entry i. If `among` gives ascending columns, only these are
 * visited.
 */
export function visitDense(
  { matrix: { rows, columns, data }, factor, firstEntry, firstColumn }: DenseTerm,
  i: number,
  visit: VisitTerm,
  among?: Uint32Array,
): void {
  const r = i - firstEntry;
  if (r < 0 || r >= rows) return;
  if (among === undefined) {
    for (let c = 0, at = r * columns; c < columns; c++, at++) {
      if (data[at] !== 0) visit(firstColumn + c, factor * data[at]);
    }
    return;
  }
  for (let k = 0; k < among.length; k++) {
    const c = among[k] - firstColumn;
    if (c >= columns) break;
    const value = c < 0 ? 0 : data[r * columns + c];
    if (value !== 0) visit(among[k], factor * value);
  }
}
