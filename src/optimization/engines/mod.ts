import type { Kernels } from "../../kernels/mod.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import type { Reduction } from "../presolve/reduction.ts";
import type { Program } from "../program/program.ts";
import type { Engine } from "./engine.ts";
import { solveByCones } from "./solve_by_cones.ts";
import { solveDense } from "./solve_dense.ts";
import { solveHinges } from "./solve_hinges.ts";

/** Number of rows up to which the dense solver is faster than the other engines. */
const FEW_ROWS = 40;

/** The engines, in the order in which they are asked. One that does not suit a reduction returns null. */
export const ENGINES: readonly Engine[] = [
  {
    id: "dense",
    // With fewer than two variables for each row the conic solver is as fast.
    solve: (program, kernels, reduction) =>
      solveDense(program, kernels, reduction, (variables, rows) => rows <= FEW_ROWS && 2 * rows <= variables),
  },
  { id: "hinges", solve: (program, kernels, reduction) => solveHinges(program, kernels, reduction) },
  { id: "cones", solve: (program, kernels, reduction) => solveByCones(program, kernels, reduction) },
];

/** Asks the engines in turn, and returns the first answer. */
export function solveReduced(program: Program, kernels: Kernels, reduction: Reduction): ReducedAnswer {
  for (const engine of ENGINES) {
    const answer = engine.solve(program, kernels, reduction);
    if (answer !== null) return answer;
  }
  return { status: "unsolved", solver: "none", iterations: 0 };
}
