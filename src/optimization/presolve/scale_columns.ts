import { maximumNorm } from "../../domain/matrix.ts";
import type { ConicProgram, SparseMatrix } from "../../kernels/conic.ts";
import { asTheyAre, forEachEntry, mapped, powerNear, type ScaledProgram } from "./scaled_program.ts";
import { NO_CURVATURE } from "../program/rounding.ts";

/** Columns up to this many times the typical size stay as they are, because solvers scale those themselves. */
const WILD = 16;

/** If no column is scaled, an objective with coefficients up to this size is not scaled either. */
const STEEP = 1e9;

/**
 * Scales down columns that are much larger than the rest, by powers of two, so that the tolerance of a solver is small
 * for the other columns too. Then scales the objective to size 1. The size of a column is its largest coefficient, or
 * if larger the root of its diagonal entry of P divided by the median one. Rows that are bounds keep coefficients of 1.
 */
export function scaleColumns(conic: ConicProgram, isBound: (row: number) => boolean): ScaledProgram {
  const sizes = columnSizes(conic, isBound);
  const column = sizes.map((size) => size > WILD ? powerNear(1 / size) : 1);
  const isEven = column.every((factor) => factor === 1) && objectiveSize(conic.P, conic.q) <= STEEP;
  if (isEven) return asTheyAre(conic);
  const { P, q, A, b } = conic;
  const scaledP = mapped(P, (value, i, j) => value * column[i] * column[j]);
  const scaledq = q.map((value, j) => value * column[j]);
  const objective = powerNear(1 / (objectiveSize(scaledP, scaledq) || 1));
  const boundOf = boundedColumns(A, isBound);
  return {
    column,
    row: new Float64Array(b.length).fill(1),
    objective,
    conic: {
      ...conic,
      P: mapped(scaledP, (value) => value * objective),
      q: scaledq.map((value) => value * objective),
      A: mapped(A, (value, i, j) => boundOf[i] >= 0 ? value : value * column[j]),
      b: b.map((value, i) => boundOf[i] >= 0 ? value / column[boundOf[i]] : value),
    },
  };
}

function columnSizes({ P, A }: ConicProgram, isBound: (row: number) => boolean): Float64Array {
  const diagonal = new Float64Array(P.columns);
  forEachEntry(P, (value, i, j) => {
    if (i === j) diagonal[j] = value;
  });
  const largest = diagonal.reduce((most, entry) => Math.max(most, entry), 0);
  const positive = diagonal.filter((entry) => entry > NO_CURVATURE * largest).sort();
  const typical = positive.length === 0 ? 1 : positive[positive.length >> 1];
  const sizes = diagonal.map((entry) => Math.sqrt(entry / typical));
  forEachEntry(A, (value, i, j) => {
    if (!isBound(i)) sizes[j] = Math.max(sizes[j], Math.abs(value));
  });
  return sizes;
}

/** Returns the column of each row that is a bound, -1 for other rows. */
function boundedColumns(A: SparseMatrix, isBound: (row: number) => boolean): Int32Array {
  const columns = new Int32Array(A.rows).fill(-1);
  forEachEntry(A, (_, i, j) => {
    if (isBound(i)) columns[i] = j;
  });
  return columns;
}

function objectiveSize(P: SparseMatrix, q: Float64Array): number {
  let largest = maximumNorm(q);
  forEachEntry(P, (value, i, j) => {
    if (i === j) largest = Math.max(largest, value);
  });
  return largest;
}
