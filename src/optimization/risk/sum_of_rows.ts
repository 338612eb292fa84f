import type { Affine, Variables } from "../program/program.ts";
import type { Problem } from "../problem.ts";

/** The sum of variables, one a row of returns, by the weights of the rows. */
export function sumOfRows(variables: Variables, { rowWeights }: Pick<Problem, "rowWeights">): Affine {
  return rowWeights === undefined ? variables.sum() : variables.dot(rowWeights);
}
