/* tslint:disable */
/* eslint-disable */

/** The words of Clarabel. */
export type SolveStatus =
| "Solved" | "AlmostSolved" | "PrimalInfeasible" | "AlmostPrimalInfeasible" | "DualInfeasible"
| "AlmostDualInfeasible" | "MaxIterations" | "NumericalError" | "InsufficientProgress" | "CallbackTerminated";

/** The last iterate, or the certificate where the status says infeasible. */
export interface SolveAnswer {
    status: SolveStatus;
    x: Float64Array;
    z: Float64Array;
    s: Float64Array;
    iterations: number;
}

/** Asked once an iteration; true ends the solve. */
export type StopCallback = () => boolean;



export function __wbg_reset_state(): void;

/**
 * Bytes of the memory, which grows and never shrinks.
 */
export function memory_bytes(): number;

/**
 * Solves one program. Matrices come by compressed columns, P by its upper triangle. Cone i is `cone_tags[i]` with
 * `cone_parameters[i]`: 0 zero, 1 non-negative and 2 second-order with their rows, 3 exponential, 4 power with its
 * exponent. Throws a RangeError where an argument can't be used.
 */
export function solve(p_column_start: Uint32Array | number[], p_row_index: Uint32Array | number[], p_values: Float64Array | number[], q: Float64Array | number[], a_column_start: Uint32Array | number[], a_row_index: Uint32Array | number[], a_values: Float64Array | number[], b: Float64Array | number[], cone_tags: Uint8Array | number[], cone_parameters: Float64Array | number[], tolerance: number, max_iterations: number, stop: StopCallback): SolveAnswer;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly memory_bytes: () => number;
    readonly solve: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number, k: number, l: number, m: number, n: number, o: number, p: number, q: number, r: number, s: number, t: number, u: number, v: number, w: any) => [number, number, number];
    readonly start: () => void;
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
