/**
 * Sparse terms in compressed rows: entry i has the terms k in [start[i], start[i + 1]). A column may occur twice in an
 * entry.
 */
export interface SparseTerms {
  readonly start: Uint32Array;
  readonly column: Uint32Array;
  readonly value: Float64Array;
}

const NO_COLUMN = new Uint32Array(0);
const NO_VALUE = new Float64Array(0);

/** `length` entries without terms. */
export function noTerms(length: number): SparseTerms {
  return { start: new Uint32Array(length + 1), column: NO_COLUMN, value: NO_VALUE };
}

/** The terms of a single entry. */
export function entryTerms(column: Uint32Array, value: Float64Array): SparseTerms {
  return { start: Uint32Array.of(0, column.length), column, value };
}

/** Every number times a factor. */
export function multiplied(entries: Float64Array, factor: number): Float64Array {
  const products = new Float64Array(entries.length);
  for (let i = 0; i < products.length; i++) products[i] = factor * entries[i];
  return products;
}

/** The sum of two vectors: the terms of both, entry by entry. */
export function mergedTerms(a: SparseTerms, b: SparseTerms): SparseTerms {
  const length = a.start.length - 1, terms = a.column.length + b.column.length;
  const start = new Uint32Array(length + 1), column = new Uint32Array(terms), value = new Float64Array(terms);
  let at = 0;
  for (let i = 0; i < length; i++) {
    for (const part of [a, b]) {
      for (let k = part.start[i]; k < part.start[i + 1]; k++, at++) {
        column[at] = part.column[k];
        value[at] = part.value[k];
      }
    }
    start[i + 1] = at;
  }
  return { start, column, value };
}

/** The terms of a single entry times each factor, one entry per factor. */
export function outerTerms(factors: ArrayLike<number>, { column: own, value: by }: SparseTerms): SparseTerms {
  const count = own.length, length = factors.length;
  const start = new Uint32Array(length + 1), column = new Uint32Array(length * count);
  const value = new Float64Array(length * count);
  for (let i = 0, at = 0; i < length; i++) {
    for (let k = 0; k < count; k++, at++) {
      column[at] = own[k];
      value[at] = factors[i] * by[k];
    }
    start[i + 1] = at;
  }
  return { start, column, value };
}

/** The consecutive columns from `firstColumn` on, one per entry. */
export function identityTerms(firstColumn: number, count: number): SparseTerms {
  const start = new Uint32Array(count + 1), column = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    start[i + 1] = i + 1;
    column[i] = firstColumn + i;
  }
  return { start, column, value: new Float64Array(count).fill(1) };
}

/** Concatenates the entries of all parts. */
export function stackedTerms(parts: readonly SparseTerms[]): SparseTerms {
  const length = parts.reduce((sum, { start }) => sum + start.length - 1, 0);
  const terms = parts.reduce((sum, { column }) => sum + column.length, 0);
  const start = new Uint32Array(length + 1), column = new Uint32Array(terms), value = new Float64Array(terms);
  let entry = 0, term = 0;
  for (const part of parts) {
    column.set(part.column, term);
    value.set(part.value, term);
    const count = part.start.length - 1;
    for (let i = 1; i <= count; i++) start[entry + i] = term + part.start[i];
    entry += count;
    term += part.column.length;
  }
  return { start, column, value };
}

/** `count` entries from `first` on. */
export function slicedTerms({ start, column, value }: SparseTerms, first: number, count: number): SparseTerms {
  const from = start[first], to = start[first + count];
  return {
    start: start.slice(first, first + count + 1).map((at) => at - from),
    column: column.subarray(from, to),
    value: value.subarray(from, to),
  };
}

/** Adds the values of the terms at a point to the entries. */
export function addSparse({ start, column, value }: SparseTerms, x: Float64Array, into: Float64Array): void {
  for (let i = 0; i < into.length; i++) {
    let sum = into[i];
    for (let k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
    into[i] = sum;
  }
}

/**
 * Adds to `sizes` how far each entry can be from its value at the middle of the bounds: Σ |coefficient| × half the
 * range of the variable. Of the variables of infinite range, `open` keeps the largest |coefficient| instead.
 */
export function addSparseSizes(
  { start, column, value }: SparseTerms,
  half: Float64Array,
  { sizes, open }: { readonly sizes: Float64Array; readonly open: Float64Array },
): void {
  for (let i = 0; i < sizes.length; i++) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      const reach = half[column[k]], by = Math.abs(value[k]);
      if (reach < Infinity) sizes[i] += by * reach;
      else open[i] = Math.max(open[i], by);
    }
  }
}

/** Adds factor × V'z to `into`, or factor × |V|'|z| if `sizes` is set, for the coefficients V. */
export function addSparseTransposed(
  { start, column, value }: SparseTerms,
  z: Float64Array,
  into: Float64Array,
  { factor, sizes }: { readonly factor: number; readonly sizes: boolean },
): void {
  for (let i = 0; i < z.length; i++) {
    if (z[i] === 0) continue;
    const by = factor * (sizes ? Math.abs(z[i]) : z[i]);
    for (let k = start[i]; k < start[i + 1]; k++) into[column[k]] += by * (sizes ? Math.abs(value[k]) : value[k]);
  }
}
