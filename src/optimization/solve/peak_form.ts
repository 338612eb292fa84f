import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Program, RunningMaxima } from "../program/program.ts";
import type { TangentModel } from "./tangent_model.ts";

/** The arguments of an epigraph: a matrix times the columns of the form, and running maxima times numbers. */
interface Arguments {
  readonly own: Matrix;
  /** The terms of argument i are those from start[i] to start[i + 1]: which running maximum, times what. */
  readonly start: Uint32Array;
  readonly period: Uint32Array;
  readonly by: Float64Array;
}

/** A row of a rule by the columns of the form. */
interface Rule {
  readonly row: number;
  readonly isEquality: boolean;
  readonly entries: Float64Array;
}

/** A program of functions of drawdowns by the variables that move, those that others set left out. */
export interface PeakForm {
  readonly maxima: RunningMaxima;
  /** The variables of the program beside running maxima and the t of epigraphs. */
  readonly columns: Uint32Array;
  /** What the running maxima are of, by those columns, a row a period. */
  readonly paths: Matrix;
  readonly epigraphs: readonly Arguments[];
  readonly rules: readonly Rule[];
}

/**
 * The form of a program of one series of running maxima, linear rows and no further variables that others set; null for
 * any other.
 */
export function peakForm(program: Program, { epigraphs }: TangentModel): PeakForm | null {
  const [maxima, ...others] = program.maxima;
  if (maxima === undefined || others.length + program.shortfalls.length + program.hinges.row.length > 0) return null;
  const { offset, count, firstRow } = maxima, set = new Set(epigraphs.map(({ variable }) => variable));
  const columns = Uint32Array.from({ length: program.size }, (_, j) => j)
    .filter((j) => !set.has(j) && (j < offset || j >= offset + count));
  const place = new Int32Array(program.size).fill(-1), n = columns.length;
  columns.forEach((j, k) => place[j] = k);
  const paths = matrix(count, n);
  for (let t = 0; t < count; t++) {
    program.rows.forEachTerm(firstRow + t, (column, value) => {
      if (place[column] >= 0) paths.data[t * n + place[column]] -= value;
    });
  }
  const own = new Set([firstRow, ...epigraphs.map(({ block }) => block.firstRow)]);
  const rules: Rule[] = [];
  for (const { cone, firstRow: first, rows } of program.blocks) {
    if (own.has(first)) continue;
    if (!cone.isLinear) return null;
    for (let row = first; row < first + rows; row++) {
      const entries = entriesOf(program, row, place);
      if (entries === null) return null;
      rules.push({ row, isEquality: cone.isEquality, entries: entries.subarray(0, n) });
    }
  }
  return { maxima, columns, paths, epigraphs: epigraphs.map(({ block }) => argumentsOf(program, block, place)), rules };
}

/** A row by the places of its columns; null where one has none. */
function entriesOf({ rows, size }: Program, row: number, place: Int32Array): Float64Array | null {
  const entries = new Float64Array(size);
  let hasPlaces = true;
  rows.forEachTerm(row, (column, value) => {
    if (place[column] >= 0) entries[place[column]] += value;
    else hasPlaces = false;
  });
  return hasPlaces ? entries : null;
}

function argumentsOf(
  { rows: all, maxima: [{ offset }] }: Program,
  { firstRow, rows }: { readonly firstRow: number; readonly rows: number },
  place: Int32Array,
): Arguments {
  const columns = place.reduce((most, at) => Math.max(most, at + 1), 0);
  const own = matrix(rows - 1, columns), start = new Uint32Array(rows), period: number[] = [], by: number[] = [];
  for (let i = 0; i < rows - 1; i++) {
    all.forEachTerm(firstRow + 1 + i, (column, value) => {
      if (place[column] >= 0) own.data[i * columns + place[column]] += value;
      else {
        period.push(column - offset);
        by.push(value);
      }
    });
    start[i + 1] = period.length;
  }
  return { own, start, period: Uint32Array.from(period), by: Float64Array.from(by) };
}
