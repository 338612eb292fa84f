import { type Program, quadraticTimes } from "../../src/optimization/program/program.ts";

/** The value of a program's objective, but for constants. */
export function objectiveAt(program: Program, x: Float64Array): number {
  const Px = quadraticTimes(program, x);
  return x.reduce((value, entry, i) => value + entry * (0.5 * Px[i] + program.linear[i]), 0);
}
