/** Type of a dense matrix: rows × columns doubles in row-major order, entry (i, j) at data[i * columns + j]. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/**
 * Makes a matrix of zeros, or one over `data` (row-major, not copied). Throws a `RangeError` if `data` has the wrong
 * length.
 */
export function matrix(rows: number, columns: number, data?: Float64Array): Matrix {
  const entries = data ?? new Float64Array(rows * columns);
  if (entries.length !== rows * columns) {
    throw new RangeError(`A ${rows} × ${columns} matrix needs ${rows * columns} entries, got ${entries.length}`);
  }
  return { rows, columns, data: entries };
}

/**
 * Makes a matrix of zeros in memory that threads share, so that other threads read it without a copy. A small one
 * stands in memory of its own thread, which costs less than shared memory. So does every one where there is no shared
 * memory: browsers give it to few pages, and the console reads files by the same code.
 */
export function sharedMatrix(rows: number, columns: number): Matrix {
  const bytes = Float64Array.BYTES_PER_ELEMENT * rows * columns;
  const isShared = bytes >= SHARED_FROM_BYTES && typeof SharedArrayBuffer !== "undefined";
  return matrix(rows, columns, isShared ? new Float64Array(new SharedArrayBuffer(bytes)) : undefined);
}

/** Copying fewer bytes takes a thread less than a tenth of a millisecond. */
const SHARED_FROM_BYTES = 1 << 18;

/** Returns row i of a matrix as a view that shares its memory. */
export function row(of: Matrix, i: number): Float64Array {
  return of.data.subarray(i * of.columns, (i + 1) * of.columns);
}

/** Returns column j of a matrix as a copy. */
export function column(of: Matrix, j: number): Float64Array {
  const entries = new Float64Array(of.rows);
  for (let i = 0, at = j; i < of.rows; i++, at += of.columns) entries[i] = of.data[at];
  return entries;
}

/**
 * Returns columns of a matrix as copies, from `first` to before `end`. They are read side by side, some rows at a time,
 * which takes less time than `column` for each: what is read and written then stays in a processor's cache.
 */
export function columnsBetween(
  { rows, columns, data }: Matrix,
  { first, end }: { readonly first: number; readonly end: number },
): readonly Float64Array[] {
  const block = Array.from({ length: end - first }, () => new Float64Array(rows));
  for (let top = 0; top < rows; top += ROWS_AT_ONCE) {
    const bottom = Math.min(rows, top + ROWS_AT_ONCE);
    for (const [k, entries] of block.entries()) {
      for (let i = top, at = top * columns + first + k; i < bottom; i++, at += columns) entries[i] = data[at];
    }
  }
  return block;
}

const ROWS_AT_ONCE = 64;

/** Returns the given columns of a matrix, in that order. */
export function columnsOf(of: Matrix, places: ArrayLike<number>): Matrix {
  const taken = matrix(of.rows, places.length);
  for (let i = 0, k = 0, from = 0; i < of.rows; i++, from += of.columns) {
    for (let j = 0; j < places.length; j++, k++) taken.data[k] = of.data[from + places[j]];
  }
  return taken;
}

/** Returns the given rows of a matrix, in that order. */
export function rowsOf(of: Matrix, places: ArrayLike<number>): Matrix {
  const taken = matrix(places.length, of.columns);
  for (let i = 0; i < places.length; i++) taken.data.set(row(of, places[i]), i * of.columns);
  return taken;
}

/** Returns the transpose of a matrix. */
export function transposed({ rows, columns, data }: Matrix): Matrix {
  const across = matrix(columns, rows);
  for (let i = 0, k = 0; i < rows; i++) for (let j = 0; j < columns; j++, k++) across.data[j * rows + i] = data[k];
  return across;
}

/** Returns the symmetric part (S + S') / 2 of a square matrix S. */
export function symmetricPart({ rows: n, data }: Matrix): Matrix {
  const part = matrix(n, n);
  for (let i = 0, k = 0; i < n; i++) for (let j = 0; j < n; j++, k++) part.data[k] = (data[k] + data[j * n + i]) / 2;
  return part;
}

/** Returns the product of a matrix and a vector with one entry for each column. */
export function timesVector(of: Matrix, vector: ArrayLike<number>): Float64Array {
  const product = new Float64Array(of.rows);
  for (let i = 0, at = 0; i < of.rows; i++) {
    let sum = 0;
    for (let j = 0; j < of.columns; j++, at++) sum += of.data[at] * vector[j];
    product[i] = sum;
  }
  return product;
}

/** Returns the dot product of two vectors of equal length. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Returns the maximum norm of a vector: its largest absolute entry, 0 without entries. */
export function maximumNorm(of: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < of.length; i++) largest = Math.max(largest, Math.abs(of[i]));
  return largest;
}

/** Returns x'Sx for a square matrix S. It is at least 0 up to rounding if S is positive semidefinite. */
export function quadraticForm(of: Matrix, x: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < of.rows; i++) {
    if (x[i] === 0) continue;
    let inner = 0;
    const start = i * of.columns;
    for (let j = 0; j < of.columns; j++) inner += of.data[start + j] * x[j];
    sum += x[i] * inner;
  }
  return sum;
}
