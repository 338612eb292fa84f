import type { Kernels } from "../../kernels/mod.ts";
import type { Program } from "../program/program.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import type { Reduction } from "../presolve/reduction.ts";
import { solveByCones } from "./solve_by_cones.ts";
import { solveHinges } from "./solve_hinges.ts";
import { solveDense } from "./solve_dense.ts";

/** Rows up to which the dense solver of the core, whose work on them is dense too, is the faster one. */
const FEW_ROWS = 40;

/**
 * Solves a reduction: by the dense solver of the core where there are few rows, and variables enough to be worth its
 * while, else by the conic solver.
 */
export function solveReduced(program: Program, kernels: Kernels, reduction: Reduction): ReducedAnswer {
  const suited = (variables: number, rows: number): boolean => rows <= FEW_ROWS && 2 * rows <= variables;
  return solveDense(program, kernels, reduction, suited) ??
    solveHinges(program, kernels, reduction) ??
    solveByCones(program, kernels, reduction);
}
