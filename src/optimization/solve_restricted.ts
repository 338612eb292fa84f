import type { ConicSolver } from "../kernels/types.ts";
import type { Program } from "./program.ts";
import { judged, type ProgramAnswer, withoutPoint } from "./program_answer.ts";
import { restrict, type Restriction } from "./restriction.ts";

/** Solves a restriction of a program by the conic solver; the answer is judged as one of the whole program. */
export function solveRestricted(program: Program, conic: ConicSolver, restriction: Restriction): ProgramAnswer {
  const scale = { objectiveScale: 1 / gradientSize(program), bounds: true };
  const { conic: restricted, contradiction, expand } = restrict(program, restriction, scale);
  if (contradiction > 1e-9) return withoutPoint("infeasible", "clarabel", 0);
  if (restricted.q.length === 0) {
    return judged(program, expand(new Float64Array(0), new Float64Array(0)), { solver: "clarabel", iterations: 0 });
  }
  const answer = conic.solve(restricted);
  if (answer.status === "primal_infeasible") return withoutPoint("infeasible", "clarabel", answer.iterations);
  if (answer.status === "dual_infeasible") return withoutPoint("unbounded", "clarabel", answer.iterations);
  return judged(program, expand(answer.x, answer.z), { solver: "clarabel", iterations: answer.iterations });
}

/** The size of the objective's coefficients: dividing by it brings the objective near 1. */
function gradientSize(program: Program): number {
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
