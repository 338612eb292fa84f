import type { ConicProgram, SparseMatrix } from "../../kernels/conic.ts";

/**
 * A conic program in variables and rows of its own: `column` times its variables are those of the other, `row` and
 * `objective` times the other's rows and objective its own.
 */
export interface ScaledProgram {
  readonly conic: ConicProgram;
  readonly column: Float64Array;
  readonly row: Float64Array;
  readonly objective: number;
}

/** A conic program as it is. */
export function asTheyAre(conic: ConicProgram): ScaledProgram {
  return { conic, column: ones(conic.q), row: ones(conic.b), objective: 1 };
}

function ones({ length }: Float64Array): Float64Array {
  return new Float64Array(length).fill(1);
}

/** The power of two nearest to a positive number: scaling by it rounds nothing. */
export function powerNear(value: number): number {
  return 2 ** Math.round(Math.log2(value));
}

/** Visits the entries of a matrix. */
export function forEachEntry(matrix: SparseMatrix, visit: (value: number, row: number, column: number) => void): void {
  const { columns, columnStart, rowIndex, values } = matrix;
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) visit(values[k], rowIndex[k], j);
  }
}

/** A matrix of the same places with other entries. */
export function mapped(
  matrix: SparseMatrix,
  map: (value: number, row: number, column: number) => number,
): SparseMatrix {
  const values = new Float64Array(matrix.values.length);
  let k = 0;
  forEachEntry(matrix, (value, i, j) => values[k++] = map(value, i, j));
  return { ...matrix, values };
}
