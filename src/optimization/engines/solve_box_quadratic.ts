import { matrix } from "../../domain/matrix.ts";
import type { BoxQuadraticOptions, BoxQuadraticProgram, QuadraticSolver } from "../../kernels/quadratic.ts";
import { type BoxAnswer, runBoxQuadratic } from "./run_box_quadratic.ts";
import { solveQuadratic } from "./solve_quadratic.ts";

/**
 * Solves min ½x'Px + q'x subject to sum x = budget (null: no such row) and lower ≤ x ≤ upper. P is n × n, symmetric and
 * positive semidefinite; the other arrays have n entries, and bounds may be infinite. The budget and the bounds hold to
 * rounding. If a lower bound exceeds its upper bound, the answer is `infeasible` with multipliers of 0, because the one
 * multiplier of a variable stands for one of its two bounds. Throws a RangeError if lengths disagree.
 */
export function solveBoxQuadratic(
  quadratic: QuadraticSolver,
  program: BoxQuadraticProgram,
  { warmStart }: Pick<BoxQuadraticOptions, "warmStart"> = {},
): BoxAnswer {
  const answer = runBoxQuadratic(quadratic, program, warmStart);
  return answer.status === "iteration_limit" ? solveBoxAsGeneral(quadratic, program) : answer;
}

/**
 * Solves with the budget as a row of a general quadratic program. This is slower, but safe where the steps of the
 * active-set method lose their digits.
 */
function solveBoxAsGeneral(
  quadratic: QuadraticSolver,
  { P, q, budget, lower, upper }: BoxQuadraticProgram,
): BoxAnswer {
  const n = q.length, rows = budget === null ? 0 : 1;
  const A = matrix(rows, n, new Float64Array(rows * n).fill(1));
  const none = new Float64Array(0);
  const b = budget === null ? none : Float64Array.of(budget);
  const program = { P, q, A, b, G: matrix(0, n), l: none, u: none, lower, upper };
  const { status, x, y, v, activeSet, iterations } = solveQuadratic(quadratic, program);
  return { status, x, y: y[0] ?? 0, v, bounds: activeSet.bounds, iterations };
}
