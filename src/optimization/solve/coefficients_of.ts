import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Rows } from "../cones/cone.ts";
import type { Program } from "../program/program.ts";

/** A matrix of coefficients by consecutive variables, from `offset` on. */
export interface Coefficients {
  readonly offset: number;
  readonly block: Matrix;
}

/** Visits each term of some rows by its place among them. */
type VisitTerms = (visit: (row: number, column: number, value: number) => void) => void;

/** Coefficients of some rows by the consecutive variables that are in them; null where none is. */
export function coefficientsOf({ size, rows: all }: Program, { firstRow, rows }: Rows): Coefficients | null {
  return collected(size, rows, (visit) => {
    for (let i = 0; i < rows; i++) all.forEachTerm(firstRow + i, (column, value) => visit(i, column, value));
  });
}

/** The same with each running maximum as the expression that is the largest so far at a point. */
export function coefficientsAt(program: Program, { firstRow, rows }: Rows, x: Float64Array): Coefficients | null {
  const rowOfPeak = peaksAt(program, x);
  return collected(program.size, rows, (visit) => {
    for (let i = 0; i < rows; i++) {
      program.rows.forEachTerm(firstRow + i, (column, value) => {
        const peak = rowOfPeak.get(column);
        if (peak === undefined) visit(i, column, value);
        else if (peak !== START) {
          // The row is m - a.
          program.rows.forEachTerm(peak, (j, by) => {
            if (!rowOfPeak.has(j)) visit(i, j, -value * by);
          });
        }
      });
    }
  });
}

/** In place of a row: the start, which no variable moves. */
const START = -1;

/** For each running maximum the row of the expression that it is. */
function peaksAt({ maxima, rows }: Program, x: Float64Array): ReadonlyMap<number, number> {
  const peaks = new Map<number, number>();
  if (maxima.length === 0) return peaks;
  const slacks = rows.evaluate(x);
  for (const { offset, count, firstRow } of maxima) {
    let highest = 0, row = START;
    for (let t = 0; t < count; t++) {
      const value = x[offset + t] - slacks[firstRow + t];
      if (value > highest) [highest, row] = [value, firstRow + t];
      peaks.set(offset + t, row);
    }
  }
  return peaks;
}

function collected(size: number, rows: number, forEachTerm: VisitTerms): Coefficients | null {
  let from = size, to = 0;
  forEachTerm((_, column) => {
    from = Math.min(from, column);
    to = Math.max(to, column + 1);
  });
  if (from >= to) return null;
  const block = matrix(rows, to - from);
  forEachTerm((row, column, value) => block.data[row * block.columns + column - from] += value);
  return { offset: from, block };
}
