import { Affine, type Program } from "./program.ts";

/**
 * A homogenised program with its scale fixed at 1 and without the rows whose constants do not grow with the scale; any
 * other program is returned as it is.
 */
export function unitProgram(program: Program): Program {
  if (program.scale.isConstant()) return program;
  const lower = program.lower.slice(), upper = program.upper.slice(), { constant } = program.rows;
  program.scale.forEachTerm(0, (j) => lower[j] = upper[j] = 1);
  const blocks = program.blocks.filter(({ firstRow, rows }) =>
    constant.subarray(firstRow, firstRow + rows).every((entry) => entry === 0)
  );
  return { ...program, blocks, lower, upper, scale: Affine.constant(1) };
}
