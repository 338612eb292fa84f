import type { Kernels } from "../../kernels/mod.ts";
import type { Program } from "../program/program.ts";
import { gradientSize } from "../program/objective_scale.ts";
import { reduceProgram, type Scaling } from "../presolve/reduce_program.ts";
import type { Reduction } from "../presolve/reduction.ts";
import { solveConic } from "./solve_conic.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import { CAME_NEAR } from "./accuracy.ts";

const solver = "clarabel";

/** Solves a reduction of a program by the conic solver, with scaled columns by default. */
export function solveByCones(
  program: Program,
  kernels: Kernels,
  reduction: Reduction,
  { scaling = "columns" }: { readonly scaling?: Scaling } = {},
): ReducedAnswer {
  const { conic, linearAlgebra } = kernels;
  const objectiveScale = 1 / gradientSize(program);
  const options = { linearAlgebra, objectiveScale, bounds: true, scaling };
  const { conic: reduced, contradiction, expand, expandProof } = reduceProgram(program, reduction, options);
  if (contradiction !== null) return { status: "infeasible", multipliers: contradiction, solver, iterations: 0 };
  if (reduced.q.length === 0) {
    const rows = new Float64Array(reduced.b.length);
    return { status: "solved", point: expand(new Float64Array(0), rows), solver, iterations: 0 };
  }
  const { status, x, z, iterations, primalResidual } = solveConic(conic, reduced);
  if (status === "primal_infeasible") return { status: "infeasible", multipliers: expandProof(z), solver, iterations };
  if (status === "dual_infeasible") return { status: "unbounded", solver, iterations };
  const size = x.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 1);
  const isNear = primalResidual <= CAME_NEAR * size && x.every(Number.isFinite) && z.every(Number.isFinite);
  if (!isNear) return { status: "unsolved", solver, iterations };
  return { status: "solved", point: expand(x, z), solver, iterations };
}
