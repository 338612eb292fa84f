import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Rows } from "../cones/cone.ts";
import type { Program } from "./program.ts";

/** A matrix of coefficients of consecutive variables, the first of which is `offset`. */
export interface Coefficients {
  readonly offset: number;
  readonly block: Matrix;
}

/** Visits the terms of some rows; `row` counts from the first of them. */
type VisitTerms = (visit: (row: number, column: number, value: number) => void) => void;

/**
 * The coefficients of some rows as a dense matrix over the range of variables that occur in them; null if none does.
 */
export function coefficientsOf({ size, rows: all }: Program, { firstRow, rows }: Rows): Coefficients | null {
  return collected(size, rows, (visit) => {
    for (let i = 0; i < rows; i++) all.forEachTerm(firstRow + i, (column, value) => visit(i, column, value));
  });
}

/** Visits the terms of other variables whose sum replaces a variable. */
type Terms = (visit: (column: number, value: number) => void) => void;

/**
 * The coefficients of some rows at a point x, after each running maximum is replaced by the entry that attains it at x,
 * and each drawdown by the sum to which it is equal at x.
 */
export function coefficientsAt(program: Program, { firstRow, rows }: Rows, x: Float64Array): Coefficients | null {
  const slacks = program.rows.evaluate(x);
  const termsOf = new Map([...peaksAt(program, x, slacks), ...sumsAt(program, x, slacks)]);
  return collected(program.size, rows, (visit) => {
    for (let i = 0; i < rows; i++) {
      program.rows.forEachTerm(firstRow + i, (column, value) => {
        const terms = termsOf.get(column);
        if (terms === undefined) visit(i, column, value);
        else terms((j, by) => visit(i, j, value * by));
      });
    }
  });
}

/** For each running maximum, the terms of the entry a_t that attains it, read from the row m_t - a_t. */
function peaksAt({ maxima, rows }: Program, x: Float64Array, slacks: Float64Array): ReadonlyMap<number, Terms> {
  const peaks = new Map<number, Terms>();
  for (const { offset, count, firstRow } of maxima) {
    let highest = 0, terms = NOTHING;
    for (let t = 0; t < count; t++) {
      const value = x[offset + t] - slacks[firstRow + t];
      if (value > highest) {
        highest = value;
        terms = (visit) =>
          rows.forEachTerm(firstRow + t, (column, by) => {
            if (column < offset || column >= offset + count) visit(column, -by);
          });
      }
      peaks.set(offset + t, terms);
    }
  }
  return peaks;
}

/** The terms of a running maximum that is still 0, its value before the first period: it depends on no variable. */
const NOTHING: Terms = () => {};

/**
 * For each drawdown d_t, the terms of -Σ x_s over the periods s since it was last 0, for the returns x_s. They are read
 * from the rows d_s - d_(s-1) + x_s ≥ 0.
 */
function sumsAt({ drawdowns, rows }: Program, x: Float64Array, slacks: Float64Array): ReadonlyMap<number, Terms> {
  const sums = new Map<number, Terms>();
  for (const { offset, count, firstRow } of drawdowns) {
    let lost = new Map<number, number>(), before = 0;
    for (let t = 0; t < count; t++) {
      // A row d_t - d_(t-1) + x_t may be multiplied by a number, which is the coefficient of d_t.
      const row = firstRow + count + t, known = before;
      let unit = 1, beside = slacks[row];
      rows.forEachTerm(row, (column, by) => {
        if (column === offset + t) unit = by;
        else if (column === offset + t - 1) beside -= by * x[column];
      });
      const value = Math.max(0, known - (beside - unit * x[offset + t]) / unit);
      const next = new Map(value > 0 ? lost : []);
      if (value > 0) {
        rows.forEachTerm(row, (column, by) => {
          if (column < offset || column >= offset + count) next.set(column, (next.get(column) ?? 0) - by / unit);
        });
      }
      lost = next;
      before = value;
      sums.set(offset + t, (visit) => next.forEach((by, column) => visit(column, by)));
    }
  }
  return sums;
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
