import type * as core from "../../wasm/build/core.wasm";
import { Status } from "../../wasm/build/core_interface.ts";
import { DomainError } from "../domain/errors.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { Stopped } from "../domain/stopped.ts";
import { shouldStop } from "./stop_flag.ts";

/** What core.wasm exports, as the compiler reads it from the binary. */
export type CoreExports = typeof core;

/** The fields of a class of the core, of core_interface.ts. */
export interface Layout {
  readonly bytes: number;
  readonly fields: Readonly<Record<string, { readonly type: "i32" | "usize" | "f64"; readonly offset: number }>>;
}

/** The compiled core with one live instance, replaced after a trap: a trap leaves the memory in an unknown state. */
export class CoreInstance {
  readonly #module: WebAssembly.Module;
  #exports: CoreExports;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#exports = instantiate(module);
  }

  /** Compiles wasm/build/core.wasm; needs read permission for it. */
  static async load(): Promise<CoreInstance> {
    const bytes = await Deno.readFile(new URL("../../wasm/build/core.wasm", import.meta.url));
    return new CoreInstance(new WebAssembly.Module(bytes));
  }

  /** Calls `compute` with an arena of its own, whose memory is given back when it ends. A trap is thrown on. */
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

/** Memory of one call. It hands out addresses, not views: a view dies when the memory grows. */
export class Arena {
  readonly #exports: CoreExports;

  constructor(exports: CoreExports) {
    this.#exports = exports;
  }

  /** Address of a copy of `source`, or of that many doubles, not cleared. Throws `out_of_memory`. */
  doubles(source: Float64Array | number): number {
    const address = this.#allocate(8 * lengthOf(source));
    if (typeof source !== "number") this.#viewDoubles(address, source.length).set(source);
    return address;
  }

  /** Address of zeros for the products of rows of a covariance, in the layout of the core. Throws `out_of_memory`. */
  strips(first: number, end: number): number {
    const address = this.#exports.openStrips(first, end) >>> 0;
    if (address === 0) throw outOfMemory();
    return address;
  }

  /** Address of a copy of `source`, or of that many 32-bit integers, not cleared. Throws `out_of_memory`. */
  integers(source: Int32Array | number): number {
    const address = this.#allocate(4 * lengthOf(source));
    if (typeof source !== "number") this.#viewIntegers(address, source.length).set(source);
    return address;
  }

  /**
   * Address of an object of the core with all its fields, those that a kernel fills in at first too. Throws
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

  /** A field of the object at an address. */
  field<L extends Layout>(layout: L, address: number, name: keyof L["fields"] & string): number {
    const { type, offset } = layout.fields[name];
    const view = new DataView(this.#exports.memory.buffer, address, layout.bytes);
    if (type === "f64") return view.getFloat64(offset, true);
    return type === "i32" ? view.getInt32(offset, true) : view.getUint32(offset, true);
  }

  /** A copy of `length` doubles at an address. */
  readDoubles(address: number, length: number): Float64Array {
    return this.#viewDoubles(address, length).slice();
  }

  /** A copy of the n × n matrix at an address. */
  readSquare(address: number, n: number): Matrix {
    return matrix(n, n, this.readDoubles(address, n * n));
  }

  /** Writes doubles to an address. */
  writeDoubles(address: number, source: Float64Array): void {
    this.#viewDoubles(address, source.length).set(source);
  }

  /** Copies rows of a matrix of doubles at an address, one after the other, to another. */
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

  /** The doubles at places counted from an address. */
  readDoublesAt(address: number, places: Int32Array): Float64Array {
    const view = new Float64Array(this.#exports.memory.buffer, address);
    return Float64Array.from(places, (place) => view[place]);
  }

  /** A copy of `length` 32-bit integers at an address. */
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

/** Throws `Stopped` or `out_of_memory` where a status says so, else gives the status back. */
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

/** The import is named as core.wasm names it, so that the module also resolves as an ES module. */
function instantiate(module: WebAssembly.Module): CoreExports {
  const imports = { "../../src/kernels/stop_flag.ts": { shouldStop } };
  const { exports } = new WebAssembly.Instance(module, imports);
  if (!isCore(exports)) throw new TypeError('Cannot use "core.wasm": it does not export the numeric core');
  return exports;
}

function isCore(exports: WebAssembly.Exports): exports is WebAssembly.Exports & CoreExports {
  return exports.memory instanceof WebAssembly.Memory && typeof exports.allocate === "function";
}
