import { type Matrix, matrix } from "../../../domain/matrix.ts";
import type { Program } from "../../program/program.ts";

/**
 * The linear rows of a program in the form of the dense solver, A x = b and G x ≥ l, with their indices in the program.
 */
export interface DenseRows {
  readonly A: Matrix;
  readonly b: Float64Array;
  readonly G: Matrix;
  readonly l: Float64Array;
  readonly equalities: readonly number[];
  readonly inequalities: readonly number[];
}

/** Returns the rows of a program as dense matrices. All its cones must be linear. */
export function denseRows({ size, rows, blocks }: Program): DenseRows {
  const places = blocks.flatMap(({ cone, firstRow, rows: count }) =>
    Array.from({ length: count }, (_, i) => ({ row: firstRow + i, isEquality: cone.isLinear && cone.isEquality }))
  );
  const equalities = places.filter(({ isEquality }) => isEquality).map(({ row }) => row);
  const inequalities = places.filter(({ isEquality }) => !isEquality).map(({ row }) => row);
  const dense = (of: readonly number[]): Matrix => {
    const made = matrix(of.length, size);
    of.forEach((row, k) => rows.forEachTerm(row, (column, value) => made.data[k * size + column] += value));
    return made;
  };
  const limits = (of: readonly number[]): Float64Array => Float64Array.from(of, (row) => -rows.constant[row]);
  return {
    A: dense(equalities),
    b: limits(equalities),
    G: dense(inequalities),
    l: limits(inequalities),
    equalities,
    inequalities,
  };
}
