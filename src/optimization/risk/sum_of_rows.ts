import type { Affine, Variables } from "../program/program.ts";
import type { Problem } from "../problem.ts";

/** The sum of variables, one for each row of returns, weighted by the row weights. */
export function sumOfRows(variables: Variables, { rowWeights }: Pick<Problem, "rowWeights">): Affine {
  return rowWeights === undefined ? variables.sum() : variables.dot(rowWeights);
}
