import type { ConicSolver } from "../kernels/types.ts";
import type { Point } from "./certify.ts";
import type { Program } from "./program.ts";
import { restrict, type Restriction } from "./restriction.ts";

/** A solver that stops further than this from the rows has not come near a point. */
const NEAR = 1e-4;

/** What came of a restriction, as a point of the whole program. */
export type RestrictedAnswer =
  | { readonly status: "solved"; readonly point: Point; readonly iterations: number }
  /** `multipliers` prove it: with them no values of the free variables meet the rows. */
  | { readonly status: "infeasible"; readonly multipliers: Float64Array; readonly iterations: number }
  | { readonly status: "unbounded"; readonly iterations: number }
  | { readonly status: "unsolved"; readonly iterations: number };

/** Solves a restriction of a program by the conic solver. */
export function solveRestricted(program: Program, conic: ConicSolver, restriction: Restriction): RestrictedAnswer {
  const scale = { objectiveScale: 1 / gradientSize(program), bounds: true };
  const { conic: restricted, contradiction, expand, expandProof } = restrict(program, restriction, scale);
  if (contradiction !== null) {
    const multipliers = new Float64Array(program.rows.length);
    multipliers[contradiction.row] = -Math.sign(contradiction.slack);
    return { status: "infeasible", multipliers, iterations: 0 };
  }
  if (restricted.q.length === 0) {
    return { status: "solved", point: expand(new Float64Array(0), new Float64Array(0)), iterations: 0 };
  }
  const { status, x, z, iterations, primalResidual } = conic.solve(restricted);
  if (status === "primal_infeasible") return { status: "infeasible", multipliers: expandProof(z), iterations };
  if (status === "dual_infeasible") return { status: "unbounded", iterations };
  const isNear = primalResidual <= NEAR && x.every(Number.isFinite) && z.every(Number.isFinite);
  if (!isNear) return { status: "unsolved", iterations };
  return { status: "solved", point: expand(x, z), iterations };
}

/** The size of the objective's coefficients: dividing by it brings the objective near 1. */
export function gradientSize(program: Program): number {
  const linear = program.linear.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
  return Math.max(linear, curvature(program)) || 1;
}

/** The largest diagonal entry of P. */
function curvature(program: Program): number {
  let largest = 0;
  for (const { size, matrix, factor } of program.quadratic) {
    if (matrix === null) largest = Math.max(largest, factor);
    else for (let i = 0; i < size; i++) largest = Math.max(largest, factor * matrix.data[i * size + i]);
  }
  return largest;
}
