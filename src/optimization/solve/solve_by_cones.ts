import type { ConicSolver } from "../../kernels/types.ts";
import type { Program } from "../program/program.ts";
import { gradientSize } from "./objective_scale.ts";
import { restrict } from "./restrict.ts";
import type { Restriction } from "./restriction.ts";
import type { RestrictedAnswer } from "./restricted_answer.ts";

const solver = "clarabel";

/** A solver that stops further than this from the rows has not come near a point. */
const NEAR = 1e-4;

/** Solves a restriction of a program by the conic solver. */
export function solveByCones(program: Program, conic: ConicSolver, restriction: Restriction): RestrictedAnswer {
  const scale = { objectiveScale: 1 / gradientSize(program), bounds: true };
  const { conic: restricted, contradiction, expand, expandProof } = restrict(program, restriction, scale);
  if (contradiction !== null) {
    const multipliers = new Float64Array(program.rows.length);
    multipliers.set(contradiction.multipliers, contradiction.firstRow);
    return { status: "infeasible", multipliers, solver, iterations: 0 };
  }
  if (restricted.q.length === 0) {
    const rows = new Float64Array(restricted.b.length);
    return { status: "solved", point: expand(new Float64Array(0), rows), solver, iterations: 0 };
  }
  const { status, x, z, iterations, primalResidual } = conic.solve(restricted);
  if (status === "primal_infeasible") return { status: "infeasible", multipliers: expandProof(z), solver, iterations };
  if (status === "dual_infeasible") return { status: "unbounded", solver, iterations };
  const isNear = primalResidual <= NEAR && x.every(Number.isFinite) && z.every(Number.isFinite);
  if (!isNear) return { status: "unsolved", solver, iterations };
  return { status: "solved", point: expand(x, z), solver, iterations };
}
