import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Rows } from "../cones/cone.ts";
import type { Program } from "../program/program.ts";

/** Coefficients of some rows by the consecutive variables that are in them, from `offset` on; null where none is. */
export function coefficientsOf(
  { size, rows: all }: Program,
  { firstRow, rows }: Rows,
): { offset: number; block: Matrix } | null {
  let from = size, to = 0;
  for (let i = 0; i < rows; i++) {
    all.forEachTerm(firstRow + i, (column) => {
      from = Math.min(from, column);
      to = Math.max(to, column + 1);
    });
  }
  if (from >= to) return null;
  const block = matrix(rows, to - from);
  for (let i = 0; i < rows; i++) {
    all.forEachTerm(firstRow + i, (column, value) => block.data[i * block.columns + column - from] += value);
  }
  return { offset: from, block };
}
