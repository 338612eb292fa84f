import type { Kernels } from "../../kernels/mod.ts";
import { certify } from "./certify.ts";
import type { Program } from "../program/program.ts";
import type { ReducedAnswer } from "./reduced_answer.ts";
import { wholeOf } from "./reduction.ts";
import { solveReduced } from "./solve_reduced.ts";

/**
 * A point at which no hinge costs anything, null where the rules allow none. Where hinges are all that the objective
 * has, it is then 0, which no multipliers but 0 show: an interior method only comes near them.
 */
export function solveWithoutHinges(program: Program, kernels: Kernels): ReducedAnswer | null {
  const reduction = wholeOf(program);
  for (const u of program.hinges.variable) {
    reduction.free[u] = 0;
    reduction.origin[u] = program.lower[u];
  }
  const solved = solveReduced(program, kernels, reduction);
  if (solved.status !== "solved") return null;
  const point = { x: solved.point.x, z: new Float64Array(solved.point.z.length) };
  return certify(program, point).gap === 0 ? { ...solved, point } : null;
}
