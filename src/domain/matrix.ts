/** A dense matrix of rows × columns doubles in row-major order: entry (i, j) is data[i * columns + j]. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/** A matrix of zeros, or over `data` (row-major, taken as it is, not copied). */
export function matrix(rows: number, columns: number, data?: Float64Array): Matrix {
  const entries = data ?? new Float64Array(rows * columns);
  if (entries.length !== rows * columns) {
    throw new RangeError(`A ${rows} × ${columns} matrix needs ${rows * columns} entries, got ${entries.length}`);
  }
  return { rows, columns, data: entries };
}

/** Row i as a view. */
export function row(of: Matrix, i: number): Float64Array {
  return of.data.subarray(i * of.columns, (i + 1) * of.columns);
}

/** Column j as a copy. */
export function column(of: Matrix, j: number): Float64Array {
  const entries = new Float64Array(of.rows);
  for (let i = 0, at = j; i < of.rows; i++, at += of.columns) entries[i] = of.data[at];
  return entries;
}

/** Some columns, in the order given. */
export function columnsOf(of: Matrix, places: ArrayLike<number>): Matrix {
  const taken = matrix(of.rows, places.length);
  for (let i = 0, k = 0, from = 0; i < of.rows; i++, from += of.columns) {
    for (let j = 0; j < places.length; j++, k++) taken.data[k] = of.data[from + places[j]];
  }
  return taken;
}

/** Some rows, in the order given. */
export function rowsOf(of: Matrix, places: ArrayLike<number>): Matrix {
  const taken = matrix(places.length, of.columns);
  for (let i = 0; i < places.length; i++) taken.data.set(row(of, places[i]), i * of.columns);
  return taken;
}

/** The transpose. */
export function transposed({ rows, columns, data }: Matrix): Matrix {
  const across = matrix(columns, rows);
  for (let i = 0, k = 0; i < rows; i++) for (let j = 0; j < columns; j++, k++) across.data[j * rows + i] = data[k];
  return across;
}

/** (S + S') / 2 of a square matrix. */
export function symmetricPart({ rows: n, data }: Matrix): Matrix {
  const part = matrix(n, n);
  for (let i = 0, k = 0; i < n; i++) for (let j = 0; j < n; j++, k++) part.data[k] = (data[k] + data[j * n + i]) / 2;
  return part;
}

/** The product of a matrix with a vector of as many entries as it has columns. */
export function timesVector(of: Matrix, vector: ArrayLike<number>): Float64Array {
  const product = new Float64Array(of.rows);
  for (let i = 0, at = 0; i < of.rows; i++) {
    let sum = 0;
    for (let j = 0; j < of.columns; j++, at++) sum += of.data[at] * vector[j];
    product[i] = sum;
  }
  return product;
}

/** Sum of products of two vectors of one length. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** x'Sx of a square matrix S, at least 0 up to rounding when S is positive semidefinite. */
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
