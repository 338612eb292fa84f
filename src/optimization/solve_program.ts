import type { Kernels } from "../kernels/types.ts";
import type { Point } from "./certify.ts";
import { polish } from "./polish.ts";
import type { Program } from "./program.ts";
import { judged, type ProgramAnswer, withoutPoint } from "./program_answer.ts";
import { DROPPED, KEPT, restrict, type Restriction, wholeOf } from "./restriction.ts";
import { solveBudgetProgram } from "./solve_budget_program.ts";

export interface ProgramOptions {
  /** A point near the optimum to start from; it need not be feasible. */
  readonly guess?: Float64Array;
}

/**
 * Solves a convex program and certifies the answer in the caller's units. A budget and bounds alone go to the active set
 * of the core, all else to the conic solver; answers are polished on their active set, and the better point is kept. The
 * solver's own status decides only what is infeasible and what is unbounded.
 */
export function solveProgram(program: Program, kernels: Kernels, options: ProgramOptions = {}): ProgramAnswer {
  if (program.lower.some((low, j) => low > program.upper[j])) return withoutPoint("infeasible", "bounds", 0);
  const byActiveSet = solveBudgetProgram(program, kernels.core, options.guess ?? null);
  if (byActiveSet !== null && byActiveSet.status !== "not_proven") return byActiveSet;
  const solved = options.guess && program.hinges.row.length > 0
    ? solveLazily(program, kernels, options.guess)
    : solveRestricted(program, kernels, wholeOf(program));
  if (solved.point === null) return solved;
  const { point, iterations } = polish(program, solved.point, kernels.conic);
  return judged(program, point, { solver: "clarabel", iterations: solved.iterations + iterations });
}

function solveRestricted(program: Program, kernels: Kernels, restriction: Restriction): ProgramAnswer {
  const scale = { objectiveScale: 1 / gradientSize(program), bounds: true };
  const { conic, contradiction, expand } = restrict(program, restriction, scale);
  if (contradiction > 1e-9) return withoutPoint("infeasible", "clarabel", 0);
  if (conic.q.length === 0) {
    return judged(program, expand(new Float64Array(0), new Float64Array(0)), { solver: "clarabel", iterations: 0 });
  }
  const answer = kernels.conic.solve(conic);
  if (answer.status === "primal_infeasible") return withoutPoint("infeasible", "clarabel", answer.iterations);
  if (answer.status === "dual_infeasible") return withoutPoint("unbounded", "clarabel", answer.iterations);
  return judged(program, expand(answer.x, answer.z), { solver: "clarabel", iterations: answer.iterations });
}

/** Leaves out the hinges that the guess shows far from costing anything, and takes them in as they come to matter. */
function solveLazily(program: Program, kernels: Kernels, guess: Float64Array): ProgramAnswer {
  const restriction = startingRestriction(program, guess);
  let iterations = 0;
  for (;;) {
    const solved = solveRestricted(program, kernels, restriction);
    iterations += solved.iterations;
    if (solved.point === null) {
      const whole = solveRestricted(program, kernels, wholeOf(program));
      return { ...whole, iterations: iterations + whole.iterations };
    }
    if (!takeIn(program, restriction, solved.point)) return { ...solved, iterations };
  }
}

function startingRestriction(program: Program, guess: Float64Array): Restriction {
  const { free, origin, rows } = wholeOf(program);
  const s = program.rows.evaluate(guess);
  const { variable, row } = program.hinges;
  const room = Float64Array.from(row, (i, h) => s[i] - guess[variable[h]]);
  const near = Float64Array.from(room).sort()[Math.floor(room.length / 10)];
  for (let h = 0; h < row.length; h++) {
    if (room[h] <= Math.max(near, 0)) continue;
    rows[row[h]] = DROPPED;
    free[variable[h]] = 0;
    origin[variable[h]] = program.lower[variable[h]];
  }
  return { free, origin, rows };
}

/** Takes in the rows that a point breaks and the variables that would better it; false when there are none. */
function takeIn(program: Program, { free, rows }: Restriction, point: Point): boolean {
  const s = program.rows.evaluate(point.x);
  const { variable, row } = program.hinges;
  let taken = false;
  for (let h = 0; h < row.length; h++) {
    if (rows[row[h]] === KEPT || s[row[h]] >= -1e-10) continue;
    rows[row[h]] = KEPT;
    free[variable[h]] = 1;
    taken = true;
  }
  return taken;
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
