import type { ConicProgram, SparseMatrix } from "../../kernels/conic.ts";

/**
 * A scaled conic program. Original variables are `column` times the scaled ones. Scaled rows and objective are `row`
 * and `objective` times the original ones.
 */
export interface ScaledProgram {
  readonly conic: ConicProgram;
  readonly column: Float64Array;
  readonly row: Float64Array;
  readonly objective: number;
}

/** Returns a conic program with all factors 1. */
export function asTheyAre(conic: ConicProgram): ScaledProgram {
  return { conic, column: ones(conic.q), row: ones(conic.b), objective: 1 };
}

function ones({ length }: Float64Array): Float64Array {
  return new Float64Array(length).fill(1);
}

/** Returns the power of two nearest to a positive number. Scaling by it causes no rounding. */
export function powerNear(value: number): number {
  return 2 ** Math.round(Math.log2(value));
}

/** Visits the stored entries of a sparse matrix, column by column. */
export function forEachEntry(matrix: SparseMatrix, visit: (value: number, row: number, column: number) => void): void {
  const { columns, columnStart, rowIndex, values } = matrix;
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) visit(values[k], rowIndex[k], j);
  }
}

/** Returns a matrix with the same places and mapped entries. */
export function mapped(
  matrix: SparseMatrix,
  map: (value: number, row: number, column: number) => number,
): SparseMatrix {
  const values = new Float64Array(matrix.values.length);
  let k = 0;
  forEachEntry(matrix, (value, i, j) => values[k++] = map(value, i, j));
  return { ...matrix, values };
}
