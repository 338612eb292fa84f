import { type Program, quadraticTimes } from "../../src/optimization/program/program.ts";

/**
 * Returns ½x'Px + q'x, the objective of a quadratic program with matrix P and vector q at a point x, without its
 * constant.
 */
export function objectiveAt(program: Program, x: Float64Array): number {
  const Px = quadraticTimes(program, x);
  return x.reduce((value, entry, i) => value + entry * (0.5 * Px[i] + program.linear[i]), 0);
}
