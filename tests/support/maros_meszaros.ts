import { inflateSync } from "node:zlib";
import type { SparseMatrix } from "../../src/kernels/conic.ts";

/**
 * A quadratic program of the Maros-Mészáros set: min ½x'Px + q'x + r subject to l ≤ A x ≤ u. P holds both triangles. A
 * limit of ±1e20 is infinite.
 */
export interface MarosMeszarosProblem {
  readonly name: string;
  readonly n: number;
  readonly m: number;
  readonly P: SparseMatrix;
  readonly q: Float64Array;
  readonly r: number;
  readonly A: SparseMatrix;
  readonly l: Float64Array;
  readonly u: Float64Array;
  readonly referenceObjective: number;
  /** Relative difference between the objectives of the two reference solvers; NaN if only one of them answered. */
  readonly relDiff: number;
}

export interface MarosMeszarosReference {
  readonly name: string;
  readonly n: number;
  readonly m: number;
  readonly objective: number;
  readonly relDiff: number;
}

export const MAROS_MESZAROS_INFINITY = 1e20;

const FOLDER = new URL("../../../shared/data/optim/maros_meszaros/", import.meta.url);

/** Whether this machine has the folder of Maros-Mészáros problems. */
export function hasMarosMeszaros(): boolean {
  try {
    return Deno.statSync(FOLDER).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) return false;
    throw error;
  }
}

/** Reads the table of the sizes and reference objectives of the Maros-Mészáros problems, in file order. */
function marosMeszarosReferences(): MarosMeszarosReference[] {
  const [, ...lines] = Deno.readTextFileSync(new URL("reference_objectives.csv", FOLDER)).trim().split("\n");
  return lines.map((line) => {
    const cells = line.split(",");
    return {
      name: cells[0],
      n: Number(cells[1]),
      m: Number(cells[2]),
      objective: Number(cells[6] !== "" ? cells[6] : "NaN"),
      relDiff: Number(cells[9] !== "" ? cells[9] : "NaN"),
    };
  });
}

/**
 * Returns the Maros-Mészáros problems with at most `maxVariables` variables whose two reference objectives differ by at
 * most 1e-7 relative.
 */
export function agreedMarosMeszaros(maxVariables = 1000): MarosMeszarosReference[] {
  return marosMeszarosReferences().filter((entry) => entry.n <= maxVariables && entry.relDiff <= 1e-7);
}

/** Reads one Maros-Mészáros problem from its MAT file. */
export function readMarosMeszaros(reference: MarosMeszarosReference): MarosMeszarosProblem {
  const variables = readMatFile(Deno.readFileSync(new URL(`${reference.name}.mat`, FOLDER)));
  return {
    name: reference.name,
    n: reference.n,
    m: reference.m,
    P: sparse(variables, "P"),
    q: full(variables, "q"),
    r: full(variables, "r")[0],
    A: sparse(variables, "A"),
    l: limits(variables, "l"),
    u: limits(variables, "u"),
    referenceObjective: reference.objective,
    relDiff: reference.relDiff,
  };
}

/**
 * Reads the limits of a program and restores infinite limits to ±1e20, because rounding in the files moved some of
 * them.
 */
function limits(variables: Map<string, Variable>, name: string): Float64Array {
  const nearly = MAROS_MESZAROS_INFINITY * (1 - 1e-9);
  return full(variables, name).map((value) =>
    Math.abs(value) >= nearly ? Math.sign(value) * MAROS_MESZAROS_INFINITY : value
  );
}

type Variable = SparseMatrix | Float64Array;

function sparse(variables: Map<string, Variable>, name: string): SparseMatrix {
  const found = variables.get(name);
  if (found === undefined || found instanceof Float64Array) throw new TypeError(`No sparse variable "${name}"`);
  return found;
}

function full(variables: Map<string, Variable>, name: string): Float64Array {
  const found = variables.get(name);
  if (!(found instanceof Float64Array)) throw new TypeError(`No full variable "${name}"`);
  return found;
}

/**
 * Code of a matrix element in the level 5 MAT-file format. The two constants after it are the codes of a compressed
 * element and of the class of sparse matrices.
 */
const MATRIX_ELEMENT = 14;
const COMPRESSED_ELEMENT = 15;
const SPARSE_CLASS = 5;
const HEADER_BYTES = 128;

interface Element {
  readonly type: number;
  readonly data: DataView;
  readonly end: number;
}

function readMatFile(file: Uint8Array): Map<string, Variable> {
  const variables = new Map<string, Variable>();
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = HEADER_BYTES; at < view.byteLength;) {
    const outer = element(view, at);
    at = outer.end;
    const inner = outer.type === COMPRESSED_ELEMENT ? element(inflate(outer.data), 0) : outer;
    if (inner.type !== MATRIX_ELEMENT) continue;
    const [name, value] = variable(inner.data);
    variables.set(name, value);
  }
  return variables;
}

function inflate(data: DataView): DataView {
  const bytes = inflateSync(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads the MAT-file element at an offset. A small element keeps its length in the upper half of its first word. */
function element(view: DataView, at: number): Element {
  const first = view.getUint32(at, true);
  const smallBytes = first >>> 16;
  if (smallBytes > 0) {
    return { type: first & 0xffff, data: new DataView(view.buffer, view.byteOffset + at + 4, smallBytes), end: at + 8 };
  }
  const bytes = view.getUint32(at + 4, true);
  const padded = first === COMPRESSED_ELEMENT ? bytes : (bytes + 7) & ~7;
  return { type: first, data: new DataView(view.buffer, view.byteOffset + at + 8, bytes), end: at + 8 + padded };
}

function variable(data: DataView): [string, Variable] {
  const flags = element(data, 0);
  const dimensions = element(data, flags.end);
  const name = element(data, dimensions.end);
  const text = String.fromCharCode(...numbers(name));
  const [rows, columns] = numbers(dimensions);
  const values = element(data, name.end);
  if ((flags.data.getUint32(0, true) & 0xff) !== SPARSE_CLASS) return [text, Float64Array.from(numbers(values))];
  const starts = element(data, values.end);
  const columnStart = Uint32Array.from(numbers(starts));
  const rowIndex = Uint32Array.from(numbers(values).slice(0, columnStart[columns]));
  const entries = Float64Array.from(numbers(element(data, starts.end)).slice(0, columnStart[columns]));
  sortColumns(columnStart, rowIndex, entries);
  return [text, { rows, columns, columnStart, rowIndex, values: entries }];
}

/** Sorts the entries of each column of a sparse matrix by row, because some files store them unsorted. */
function sortColumns(columnStart: Uint32Array, rowIndex: Uint32Array, values: Float64Array): void {
  for (let j = 0; j + 1 < columnStart.length; j++) {
    const start = columnStart[j], end = columnStart[j + 1];
    const order = Array.from({ length: end - start }, (_, k) => start + k).sort((a, b) => rowIndex[a] - rowIndex[b]);
    const rows = order.map((k) => rowIndex[k]), entries = order.map((k) => values[k]);
    rowIndex.set(rows, start);
    values.set(entries, start);
  }
}

/** Reads the numbers of a MAT-file element. The file stores each array in the smallest numeric type that holds it. */
function numbers({ type, data }: Element): number[] {
  const reader = readers[type];
  if (reader === undefined) throw new TypeError(`Cannot read MAT element type ${type}`);
  const [bytes, read] = reader;
  return Array.from({ length: data.byteLength / bytes }, (_, i) => read(data, i * bytes));
}

const readers: Record<number, [number, (view: DataView, at: number) => number]> = {
  1: [1, (view, at) => view.getInt8(at)],
  2: [1, (view, at) => view.getUint8(at)],
  3: [2, (view, at) => view.getInt16(at, true)],
  4: [2, (view, at) => view.getUint16(at, true)],
  5: [4, (view, at) => view.getInt32(at, true)],
  6: [4, (view, at) => view.getUint32(at, true)],
  7: [4, (view, at) => view.getFloat32(at, true)],
  9: [8, (view, at) => view.getFloat64(at, true)],
};
