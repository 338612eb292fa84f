import type * as core from "../../wasm/build/core.wasm";
import { Status } from "../../wasm/build/core_interface.ts";
import { DomainError } from "../domain/errors.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { Stopped } from "../domain/stopped.ts";
import { shouldStop } from "./stop_flag.ts";

/** The exports of core.wasm, with the types that the compiler reads from the binary. */
export type CoreExports = typeof core;

/** The memory layout of a class of the core, from core_interface.ts. */
export interface Layout {
  readonly bytes: number;
  readonly fields: Readonly<Record<string, { readonly type: "i32" | "usize" | "f64"; readonly offset: number }>>;
}

/**
 * The compiled core with one live instance. The instance is replaced after a trap, because a trap leaves its memory in
 * an unknown state.
 */
export class CoreInstance {
  readonly #module: WebAssembly.Module;
  #exports: CoreExports;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#exports = instantiate(module);
  }

  /** Compiles wasm/build/core.wasm. Needs read permission for it. */
  static async load(): Promise<CoreInstance> {
    const bytes = await Deno.readFile(new URL("../../wasm/build/core.wasm", import.meta.url));
    return new CoreInstance(new WebAssembly.Module(bytes));
  }

  /**
   * Calls `compute` with an arena whose memory is released when `compute` ends. Throws the errors of `compute`; after a
   * trap a fresh instance replaces this one.
   */
  run<T>(compute: (exports: CoreExports, arena: Arena) => T): T {
    const exports = this.#exports;
    const mark = exports.mark();
    let trapped = false;
    try {
      return compute(exports, new Arena(exports));
    } catch (error) {
      trapped = isTrap(error);
      throw error;
    } finally {
      if (trapped) this.#exports = instantiate(this.#module);
      else exports.release(mark);
    }
  }
}

/** Memory of one call. It returns addresses, not views, because a view is detached when the memory grows. */
export class Arena {
  readonly #exports: CoreExports;

  constructor(exports: CoreExports) {
    this.#exports = exports;
  }

  /** Returns the address of a copy of `source`, or of so many uninitialised doubles. Throws `out_of_memory`. */
  doubles(source: Float64Array | number): number {
    const address = this.#allocate(8 * lengthOf(source));
    if (typeof source !== "number") this.#viewDoubles(address, source.length).set(source);
    return address;
  }

  /**
   * Returns the address of zeros to which the core adds the sums of products for the rows `first` to `end` - 1 of a
   * covariance, in strips of `STRIP_ROWS` rows. Throws `out_of_memory`.
   */
  strips(first: number, end: number): number {
    const address = this.#exports.openStrips(first, end) >>> 0;
    if (address === 0) throw outOfMemory();
    return address;
  }

  /** Returns the address of a copy of `source`, or of so many uninitialised 32-bit integers. Throws `out_of_memory`. */
  integers(source: Int32Array | number): number {
    const address = this.#allocate(4 * lengthOf(source));
    if (typeof source !== "number") this.#viewIntegers(address, source.length).set(source);
    return address;
  }

  /**
   * Returns the address of an object of the core with all fields set, the output fields included. Throws
   * `out_of_memory`.
   */
  struct<L extends Layout>(layout: L, values: { readonly [F in keyof L["fields"]]: number }): number {
    const address = this.#allocate(layout.bytes);
    const view = new DataView(this.#exports.memory.buffer, address, layout.bytes);
    for (const field in layout.fields) {
      const { type, offset } = layout.fields[field];
      if (type === "f64") view.setFloat64(offset, values[field], true);
      else view.setUint32(offset, values[field], true);
    }
    return address;
  }

  /** Returns a field of the object at an address. */
  field<L extends Layout>(layout: L, address: number, name: keyof L["fields"] & string): number {
    const { type, offset } = layout.fields[name];
    const view = new DataView(this.#exports.memory.buffer, address, layout.bytes);
    if (type === "f64") return view.getFloat64(offset, true);
    return type === "i32" ? view.getInt32(offset, true) : view.getUint32(offset, true);
  }

  /** Returns a copy of `length` doubles at an address. */
  readDoubles(address: number, length: number): Float64Array {
    return this.#viewDoubles(address, length).slice();
  }

  /** Returns a copy of the n × n matrix at an address. */
  readSquare(address: number, n: number): Matrix {
    return matrix(n, n, this.readDoubles(address, n * n));
  }

  /** Writes doubles to an address. */
  writeDoubles(address: number, source: Float64Array): void {
    this.#viewDoubles(address, source.length).set(source);
  }

  /** Copies rows of a matrix of doubles from one address to consecutive rows at another. */
  gatherRows(
    from: number,
    to: number,
    { rows, columns }: { readonly rows: Uint32Array; readonly columns: number },
  ): void {
    const doubles = new Float64Array(this.#exports.memory.buffer);
    const source = from / 8;
    for (let k = 0, target = to / 8; k < rows.length; k++, target += columns) {
      const start = source + columns * rows[k];
      doubles.copyWithin(target, start, start + columns);
    }
  }

  /** Fills `target` with the doubles at an address. */
  copyDoubles(address: number, target: Float64Array): void {
    target.set(this.#viewDoubles(address, target.length));
  }

  /** Returns the doubles at given indices from an address. */
  readDoublesAt(address: number, places: Int32Array): Float64Array {
    const view = new Float64Array(this.#exports.memory.buffer, address);
    return Float64Array.from(places, (place) => view[place]);
  }

  /** Returns a copy of `length` 32-bit integers at an address. */
  readIntegers(address: number, length: number): Int32Array {
    return this.#viewIntegers(address, length).slice();
  }

  #viewDoubles(address: number, length: number): Float64Array {
    return new Float64Array(this.#exports.memory.buffer, address, length);
  }

  #viewIntegers(address: number, length: number): Int32Array {
    return new Int32Array(this.#exports.memory.buffer, address, length);
  }

  #allocate(bytes: number): number {
    const address = bytes > MAX_BYTES ? 0 : this.#exports.allocate(bytes) >>> 0;
    if (address === 0) throw outOfMemory();
    return address;
  }
}

/** Throws `Stopped` or `out_of_memory` if the status means one of them; else returns the status. */
export function checkStatus(status: number): number {
  if (status === Status.STOPPED) throw new Stopped();
  if (status === Status.OUT_OF_MEMORY) throw outOfMemory();
  return status;
}

const MAX_BYTES = 0xffff_0000;

function lengthOf(source: ArrayLike<unknown> | number): number {
  return typeof source === "number" ? source : source.length;
}

function outOfMemory(): DomainError {
  return new DomainError(
    "out_of_memory",
    "The computation needs more than the 4 GiB of the numeric core; ask for fewer assets",
  );
}

function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** Starts the WebAssembly core. Its import object is keyed by the path from which the core imports `shouldStop`. */
function instantiate(module: WebAssembly.Module): CoreExports {
  const imports = { "../../src/kernels/stop_flag.ts": { shouldStop } };
  const { exports } = new WebAssembly.Instance(module, imports);
  if (!isCore(exports)) throw new TypeError('Cannot use "core.wasm": it does not export the numeric core');
  return exports;
}

function isCore(exports: WebAssembly.Exports): exports is WebAssembly.Exports & CoreExports {
  return exports.memory instanceof WebAssembly.Memory && typeof exports.allocate === "function";
}
