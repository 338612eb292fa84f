import type { Matrix } from "../../domain/matrix.ts";
import { varianceOf } from "../../measures/portfolio_volatility.ts";
import type { ProgramAnswer } from "./program_answer.ts";
import { SQUARE_TOLERANCE } from "./proof.ts";

/**
 * The limit sqrt(y'My) ≤ largest on consecutive variables y from `offset` on. The last block of the program states it
 * as a second-order cone, ‖R y‖ ≤ largest with R'R = M, both sides in one unit.
 */
export interface QuadraticLimit {
  readonly offset: number;
  /** Symmetric positive semidefinite. */
  readonly matrix: Matrix;
  readonly largest: number;
}

/** Returns y'My, with enough digits for a perfect hedge. */
export function squareAt(x: Float64Array, { offset, matrix }: QuadraticLimit): number {
  return varianceOf(x.subarray(offset, offset + matrix.rows), matrix);
}

/** Tells whether a point keeps a limit, by the matrix itself: a factor of it may have lost digits. */
export function keepsLimit(x: Float64Array, limit: QuadraticLimit): boolean {
  return squareAt(x, limit) <= limit.largest ** 2 * (1 + SQUARE_TOLERANCE);
}

/** Returns the answer, with `not_proven` in place of `optimal` if the point breaks the limit. */
export function withinLimit(answer: ProgramAnswer, limit: QuadraticLimit | null): ProgramAnswer {
  const isMissed = limit !== null && answer.point !== null && !keepsLimit(answer.point.x, limit);
  return isMissed && answer.status === "optimal" ? { ...answer, status: "not_proven" } : answer;
}
