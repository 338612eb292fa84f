import type { Kernels } from "../kernels/types.ts";
import type { Program } from "./program.ts";
import type { RestrictedAnswer } from "./restricted_answer.ts";
import type { Restriction } from "./restriction.ts";
import { solveByCones } from "./solve_by_cones.ts";
import { solveDense } from "./solve_dense.ts";

/** Solves a restriction: by the dense solver of the core where it is the faster one, with fewer rows than half the variables, else by the conic solver. */
export function solveRestricted(program: Program, kernels: Kernels, restriction: Restriction): RestrictedAnswer {
  const suited = (variables: number, rows: number): boolean => 2 * rows <= variables;
  return solveDense(program, kernels.core, restriction, suited) ?? solveByCones(program, kernels.conic, restriction);
}
