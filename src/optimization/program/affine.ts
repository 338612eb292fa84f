import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import type { Matrix } from "../../domain/matrix.ts";
import type { Bounds } from "./bounds.ts";
import {
  addDense,
  addDenseSizes,
  addDenseTransposed,
  type DenseTerm,
  slicedDense,
  visitDense,
  type VisitTerm,
} from "./dense_term.ts";
import {
  addSparse,
  addSparseSizes,
  addSparseTransposed,
  entryTerms,
  identityTerms,
  mergedTerms,
  multiplied,
  noTerms,
  outerTerms,
  slicedTerms,
  type SparseTerms,
  stackedTerms,
} from "./sparse_terms.ts";

/**
 * An immutable vector of affine expressions over the variables of a program: constants, sparse terms, and references to
 * dense matrices. A matrix of returns is never copied, however many expressions use it.
 */
export class Affine {
  readonly constant: Float64Array;
  readonly #sparse: SparseTerms;
  readonly #dense: readonly DenseTerm[];

  private constructor(constant: Float64Array, sparse: SparseTerms, dense: readonly DenseTerm[] = []) {
    this.constant = constant;
    this.#sparse = sparse;
    this.#dense = dense;
  }

  get length(): number {
    return this.constant.length;
  }

  /** A vector of the given constants. */
  static constant(...entries: readonly number[]): Affine {
    return Affine.constants(Float64Array.from(entries));
  }

  /** A vector of the given constants. */
  static constants(entries: Float64Array): Affine {
    return new Affine(entries, noTerms(entries.length));
  }

  /** A vector of one entry: Σ value[k] x[column[k]]. */
  static combination(column: Uint32Array, value: Float64Array): Affine {
    return new Affine(new Float64Array(1), entryTerms(column, value));
  }

  /** The variables x[firstColumn], x[firstColumn + 1], …, one per entry. */
  static identity(firstColumn: number, count: number): Affine {
    return new Affine(new Float64Array(count), identityTerms(firstColumn, count));
  }

  /** The product of a matrix with the variables from `firstColumn` on. The matrix is referenced, not copied. */
  static product(matrix: Matrix, firstColumn: number): Affine {
    const dense = { matrix, factor: 1, firstEntry: 0, firstColumn };
    return new Affine(new Float64Array(matrix.rows), noTerms(matrix.rows), [dense]);
  }

  /** Concatenates vectors. */
  static stack(parts: readonly Affine[]): Affine {
    if (parts.length === 1) return parts[0];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const constant = new Float64Array(length), dense: DenseTerm[] = [];
    let entry = 0;
    for (const part of parts) {
      constant.set(part.constant, entry);
      for (const one of part.#dense) dense.push({ ...one, firstEntry: one.firstEntry + entry });
      entry += part.length;
    }
    return new Affine(constant, stackedTerms(parts.map((part) => part.#sparse)), dense);
  }

  /** The vector times a number. */
  times(factor: number): Affine {
    const { start, column, value } = this.#sparse;
    const scaled = { start, column, value: multiplied(value, factor) };
    const dense = this.#dense.map((one) => ({ ...one, factor: one.factor * factor }));
    return new Affine(multiplied(this.constant, factor), scaled, dense);
  }

  /** For a vector of one entry: the vector whose entry i is factors[i] times that entry. */
  spread(factors: ArrayLike<number>): Affine {
    if (this.#dense.length > 0) return Affine.stack(Array.from(factors, (factor) => this.times(factor)));
    const constant = new Float64Array(factors.length), [own] = this.constant;
    for (let i = 0; i < constant.length; i++) constant[i] = factors[i] * own;
    return new Affine(constant, outerTerms(factors, this.#sparse));
  }

  /** The sum of two vectors. A vector of one entry is added to every entry of the other. */
  plus(other: Affine): Affine {
    if (other.length === 1 && this.length > 1) return this.plus(other.spread(new Float64Array(this.length).fill(1)));
    if (this.length === 1 && other.length > 1) return other.plus(this);
    const constant = this.constant.slice();
    for (let i = 0; i < constant.length; i++) constant[i] += other.constant[i];
    return new Affine(constant, mergedTerms(this.#sparse, other.#sparse), [...this.#dense, ...other.#dense]);
  }

  minus(other: Affine): Affine {
    return this.plus(other.times(-1));
  }

  /** Entry i as a vector of one entry. */
  entry(i: number): Affine {
    const terms: (readonly [column: number, value: number])[] = [];
    this.forEachTerm(i, (...term) => terms.push(term));
    const column = Uint32Array.from(terms, ([at]) => at), value = Float64Array.from(terms, ([, by]) => by);
    return Affine.combination(column, value).plus(Affine.constant(this.constant[i]));
  }

  /** `count` entries from `first` on. Dense terms share the data of their matrix. */
  slice(first: number, count: number): Affine {
    const dense = this.#dense.flatMap((one) => slicedDense(one, first, count) ?? []);
    return new Affine(this.constant.slice(first, first + count), slicedTerms(this.#sparse, first, count), dense);
  }

  /** The sum of all entries. */
  sum(): Affine {
    const constant = Float64Array.of(this.constant.reduce((sum, entry) => sum + entry, 0));
    const { column, value } = this.#sparse;
    if (this.#dense.length === 0) return new Affine(constant, entryTerms(column, value));
    const last = Math.max(
      column.reduce((most, at) => Math.max(most, at), 0),
      ...this.#dense.map(({ firstColumn, matrix }) => firstColumn + matrix.columns - 1),
    );
    const sums = new Float64Array(last + 1);
    this.addTransposed(new Float64Array(this.length).fill(1), sums);
    const columns = Uint32Array.from(sums.keys()).filter((at) => sums[at] !== 0);
    return new Affine(constant, entryTerms(columns, Float64Array.from(columns, (at) => sums[at])));
  }

  /** The values of the entries at a point. Dense columns whose variable is 0 take no time. */
  evaluate(x: Float64Array): Float64Array {
    const values = this.constant.slice();
    addSparse(this.#sparse, x, values);
    for (const dense of this.#dense) addDense(dense, x, values);
    return values;
  }

  /**
   * The least and largest value of each entry while the variables stay within bounds. Variables with an infinite bound
   * count as moving an entry, all together, by at most `LARGEST_NUMBER`, the largest weight of a request, times their
   * largest coefficient.
   */
  range({ lower, upper }: Bounds): Bounds {
    const middle = new Float64Array(lower.length), half = new Float64Array(lower.length);
    for (let j = 0; j < lower.length; j++) {
      const isOpen = lower[j] === -Infinity || upper[j] === Infinity;
      middle[j] = isOpen ? 0 : 0.5 * (lower[j] + upper[j]);
      half[j] = isOpen ? Infinity : 0.5 * (upper[j] - lower[j]);
    }
    const values = this.evaluate(middle), sizes = new Float64Array(this.length), open = new Float64Array(this.length);
    addSparseSizes(this.#sparse, half, { sizes, open });
    for (const dense of this.#dense) addDenseSizes(dense, half, { sizes, open });
    const least = new Float64Array(this.length), most = new Float64Array(this.length);
    for (let i = 0; i < this.length; i++) {
      sizes[i] += LARGEST_NUMBER * open[i];
      least[i] = values[i] - sizes[i];
      most[i] = values[i] + sizes[i];
    }
    return { lower: least, upper: most };
  }

  /** Adds factor × C'z to `into`, or factor × |C|'|z| with `sizes`, for the coefficients C. Zeros in z take no time. */
  addTransposed(z: Float64Array, into: Float64Array, options: { factor?: number; sizes?: boolean } = {}): void {
    const { factor = 1, sizes = false } = options;
    addSparseTransposed(this.#sparse, z, into, { factor, sizes });
    for (const dense of this.#dense) addDenseTransposed(dense, z, into, { factor, sizes });
  }

  /**
   * Visits the nonzero terms of entry i. If `among` lists columns, in ascending order, the terms of dense matrices in
   * other columns are left out.
   */
  forEachTerm(i: number, visit: VisitTerm, among?: Uint32Array): void {
    const { start, column, value } = this.#sparse;
    for (let k = start[i]; k < start[i + 1]; k++) if (value[k] !== 0) visit(column[k], value[k]);
    for (const dense of this.#dense) visitDense(dense, i, visit, among);
  }

  /** Whether no entry depends on a variable. */
  isConstant(): boolean {
    return this.#dense.length === 0 && this.#sparse.value.every((value) => value === 0);
  }
}
