import type { Kernels } from "../../kernels/types.ts";
import { certify } from "./certify.ts";
import type { Program } from "../program/program.ts";
import type { RestrictedAnswer } from "./restricted_answer.ts";
import { wholeOf } from "./restriction.ts";
import { solveRestricted } from "./solve_restricted.ts";

/**
 * A point at which no hinge costs anything, null where the rules allow none. Where hinges are all that the objective
 * has, it is then 0, which no multipliers but 0 show: an interior method only comes near them.
 */
export function solveWithoutHinges(program: Program, kernels: Kernels): RestrictedAnswer | null {
  const restriction = wholeOf(program);
  for (const u of program.hinges.variable) {
    restriction.free[u] = 0;
    restriction.origin[u] = program.lower[u];
  }
  const solved = solveRestricted(program, kernels, restriction);
  if (solved.status !== "solved") return null;
  const point = { x: solved.point.x, z: new Float64Array(solved.point.z.length) };
  return certify(program, point).gap === 0 ? { ...solved, point } : null;
}
