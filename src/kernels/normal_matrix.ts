import { Status } from "../../wasm/build/core_interface.ts";
import { Stopped } from "../domain/stopped.ts";
import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";
import { shouldStop } from "./stop_flag.ts";

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/**
 * Reserves memory of the core for a computation that factors S = X'WX repeatedly, with the same rows X and changing
 * weights W. The rows are copied in once.
 */
export class NormalMatrices {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /** Calls `compute` with memory of the core, which is released when `compute` ends. Throws the errors of `compute`. */
  run<T>(compute: (memory: NormalMemory) => T): T {
    return this.#instance.run((core, arena) => compute(new NormalMemory(core, arena)));
  }
}

/** Memory of the core for one computation of `NormalMatrices`, released when that ends. */
export class NormalMemory {
  readonly #core: CoreExports;
  readonly #arena: Arena;

  constructor(core: CoreExports, arena: Arena) {
    [this.#core, this.#arena] = [core, arena];
  }

  /**
   * Returns `count` × `columns` rows: a copy of `entries`, row-major, or uninitialised memory. Throws `out_of_memory`,
   * and a RangeError if the number of entries is wrong.
   */
  rows(count: number, columns: number, entries?: Float64Array): CoreRows {
    if (entries !== undefined && entries.length !== count * columns) {
      throw new RangeError(`Cannot make ${count} rows of ${columns} columns of ${entries.length} entries`);
    }
    const address = this.#arena.doubles(entries ?? count * columns);
    return new CoreRows(this.#arena, address, { count, columns });
  }

  /**
   * Returns memory for a symmetric n × n matrix S, and for its products with up to `mostRows` rows X of n columns.
   * Throws `out_of_memory`.
   */
  matrix(n: number, mostRows: number): NormalMatrix {
    return new NormalMatrix(this.#core, this.#arena, { n, mostRows });
  }

  /** Throws `Stopped` if the stop flag is raised. */
  checkStop(): void {
    if (shouldStop()) throw new Stopped();
  }
}

/** Rows in the memory of the core, `count` × `columns`. */
export class CoreRows {
  readonly #arena: Arena;
  readonly address: number;
  readonly count: number;
  readonly columns: number;

  constructor(arena: Arena, address: number, { count, columns }: { readonly count: number; readonly columns: number }) {
    [this.#arena, this.address, this.count, this.columns] = [arena, address, count, columns];
  }

  /** Overwrites the rows from `first` on with row-major entries. Throws a RangeError if they do not fit. */
  write(entries: Float64Array, first = 0): void {
    if (first * this.columns + entries.length > this.count * this.columns) throw new RangeError("Rows do not fit");
    this.#arena.writeDoubles(this.#addressOf(first), entries);
  }

  /** Copies the rows of `from` at `places` to the rows from `first` on. Throws a RangeError if they do not fit. */
  gather(from: CoreRows, places: Uint32Array, first = 0): void {
    const fit = first + places.length <= this.count && from.columns === this.columns;
    if (!fit || places.some((place) => place >= from.count)) throw new RangeError("Rows do not fit");
    this.#arena.gatherRows(from.address, this.#addressOf(first), { rows: places, columns: this.columns });
  }

  #addressOf(row: number): number {
    return this.address + BYTES * row * this.columns;
  }
}

/** A symmetric matrix S (n × n) with its Cholesky factor L, S = L L', and products with rows X of n columns. */
export class NormalMatrix {
  readonly #core: CoreExports;
  readonly #arena: Arena;
  readonly #n: number;
  readonly #mostRows: number;
  readonly #s: number;
  readonly #roots: number;
  readonly #long: number;
  readonly #short: number;

  constructor(core: CoreExports, arena: Arena, { n, mostRows }: { readonly n: number; readonly mostRows: number }) {
    [this.#core, this.#arena, this.#n, this.#mostRows] = [core, arena, n, mostRows];
    this.#s = arena.doubles(n ** 2);
    this.#roots = arena.doubles(mostRows);
    this.#long = arena.doubles(mostRows);
    this.#short = arena.doubles(n);
  }

  /**
   * Returns X'WX, row-major, for the first rows X, as many as there are weights. The weights must be at least 0.
   * Overwrites the factor. Throws `Stopped`, `out_of_memory`, and a RangeError if shapes disagree.
   */
  product(rows: CoreRows, weights: Float64Array): Float64Array {
    const n = this.#n, roots = new Float64Array(weights.length);
    this.#check(rows, weights.length);
    for (let i = 0; i < roots.length; i++) roots[i] = Math.sqrt(weights[i]);
    this.#arena.writeDoubles(this.#roots, roots);
    checkStatus(this.#core.weightedCrossProduct(rows.address, roots.length, n, this.#roots, this.#s));
    return this.#arena.readDoubles(this.#s, n * n);
  }

  /**
   * Factors S, row-major, of which only the lower triangle is read. Returns false if S is not positive definite. Throws
   * `Stopped`, `out_of_memory`, and a RangeError if shapes disagree.
   */
  factor(s: Float64Array): boolean {
    const n = this.#n;
    if (s.length !== n * n) throw new RangeError(`Cannot factor ${s.length} entries as a matrix of ${n} rows`);
    this.#arena.writeDoubles(this.#s, s);
    return checkStatus(this.#core.cholesky(this.#s, n, n, 0)) !== Status.NOT_POSITIVE_DEFINITE;
  }

  /** Returns L⁻¹v for the last factor L. Throws a RangeError unless v has n entries. */
  solveLower(v: Float64Array): Float64Array {
    this.#writeShort(v);
    this.#core.solveLower(this.#s, this.#n, this.#short);
    return this.#arena.readDoubles(this.#short, this.#n);
  }

  /** Returns L⁻ᵀv for the last factor L. Throws a RangeError unless v has n entries. */
  solveLowerTransposed(v: Float64Array): Float64Array {
    this.#writeShort(v);
    this.#core.solveLowerTransposed(this.#s, this.#n, this.#short);
    return this.#arena.readDoubles(this.#short, this.#n);
  }

  /** Returns X v for the first `count` rows X. Throws a RangeError if shapes disagree. */
  times(rows: CoreRows, v: Float64Array, count: number = rows.count): Float64Array {
    this.#check(rows, count);
    this.#writeShort(v);
    this.#core.timesVector(rows.address, count, this.#n, this.#short, this.#long);
    return this.#arena.readDoubles(this.#long, count);
  }

  /** Returns X'v for the first rows X, as many as v has entries. Throws a RangeError if shapes disagree. */
  transposedTimes(rows: CoreRows, v: Float64Array): Float64Array {
    this.#check(rows, v.length);
    this.#arena.writeDoubles(this.#long, v);
    this.#core.transposedTimesVector(rows.address, v.length, this.#n, this.#long, this.#short);
    return this.#arena.readDoubles(this.#short, this.#n);
  }

  #check({ count: most, columns }: CoreRows, count: number): void {
    if (count <= Math.min(most, this.#mostRows) && columns === this.#n) return;
    throw new RangeError(`Cannot multiply ${count} rows of ${columns} columns with a matrix of ${this.#n} rows`);
  }

  #writeShort(v: Float64Array): void {
    if (v.length !== this.#n) throw new RangeError(`Cannot use ${v.length} entries with a matrix of ${this.#n} rows`);
    this.#arena.writeDoubles(this.#short, v);
  }
}
