import type { Kernels } from "../../kernels/types.ts";
import type { Program } from "../program/program.ts";
import type { RestrictedAnswer } from "./restricted_answer.ts";
import type { Restriction } from "./restriction.ts";
import { solveByCones } from "./solve_by_cones.ts";
import { solveDense } from "./solve_dense.ts";

/** Rows up to which the dense solver of the core, whose work on them is dense too, is the faster one. */
const FEW_ROWS = 40;

/**
 * Solves a restriction: by the dense solver of the core where there are few rows, and variables enough to be worth its
 * while, else by the conic solver.
 */
export function solveRestricted(program: Program, kernels: Kernels, restriction: Restriction): RestrictedAnswer {
  const suited = (variables: number, rows: number): boolean => rows <= FEW_ROWS && 2 * rows <= variables;
  return solveDense(program, kernels.core, restriction, suited) ?? solveByCones(program, kernels.conic, restriction);
}
