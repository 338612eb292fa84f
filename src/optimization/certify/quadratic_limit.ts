import type { Matrix } from "../../domain/matrix.ts";
import { varianceOf } from "../../measures/portfolio_volatility.ts";
import type { ProgramAnswer } from "./program_answer.ts";
import { SQUARE_TOLERANCE } from "./proof.ts";

/**
 * sqrt(y'My) ≤ largest for the consecutive variables y from `offset` on, which a program holds as its last block of a
 * second-order cone: largest and the norm of a factor of M times y, both in one unit.
 */
export interface QuadraticLimit {
  readonly offset: number;
  /** Symmetric positive semidefinite. */
  readonly matrix: Matrix;
  readonly largest: number;
}

/** y'My, with the digits that a hedge leaves of it. */
export function squareAt(x: Float64Array, { offset, matrix }: QuadraticLimit): number {
  return varianceOf(x.subarray(offset, offset + matrix.rows), matrix);
}

/** Whether a point keeps a limit by plain arithmetic on the matrix itself, whatever its factor has lost. */
export function keepsLimit(x: Float64Array, limit: QuadraticLimit): boolean {
  return squareAt(x, limit) <= limit.largest ** 2 * (1 + SQUARE_TOLERANCE);
}

/** An answer that is proven only where it keeps the limit by plain arithmetic. */
export function withinLimit(answer: ProgramAnswer, limit: QuadraticLimit | null): ProgramAnswer {
  const isMissed = limit !== null && answer.point !== null && !keepsLimit(answer.point.x, limit);
  return isMissed && answer.status === "optimal" ? { ...answer, status: "not_proven" } : answer;
}
