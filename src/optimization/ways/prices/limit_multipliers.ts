import { SQUARE_TOLERANCE } from "../../certify/proof.ts";
import { type QuadraticLimit, squareAt } from "../../certify/quadratic_limit.ts";
import type { Point } from "../../program/point.ts";
import { Affine, type Block, type Program } from "../../program/program.ts";

/**
 * Multipliers of a program with a limit √(y'My) ≤ t as its only curved cone, from those of the program without the
 * limit. If z are the multipliers at the minimum of ½ y'My + p q'x, those of the given program are z / p for the rows
 * and √(y'My) / p for the limit.
 */
export class LimitMultipliers {
  readonly #program: Program;
  readonly #cone: Block;
  readonly #limit: QuadraticLimit;

  constructor(program: Program, cone: Block, limit: QuadraticLimit) {
    this.#program = program;
    this.#cone = cone;
    this.#limit = limit;
  }

  /**
   * Returns multipliers that prove that no point keeps the limit √(y'My) ≤ t, from the point x of least y'My under the
   * other rules and its multipliers z. They are scaled so that the multiplier of the row of t is 1.
   */
  againstLimit({ x, z }: Point): Float64Array {
    const norm = normOf(this.#rowsAt(x));
    const square = squareAt(x, this.#limit);
    return this.of(z, { x, by: norm / square });
  }

  /**
   * Returns the multipliers of the given program: `by` times the multipliers z of the other rows, and on the rows of
   * the limit `by` times √(y'My) in their unit, along their values at x.
   */
  of(z: Float64Array, { x, by }: { x: Float64Array; by: number }): Float64Array {
    const { firstRow, rows } = this.#cone;
    const all = new Float64Array(z.length + rows);
    for (let i = 0; i < z.length; i++) all[i < firstRow ? i : i + rows] = by * z[i];
    const parts = this.#rowsAt(x), norm = normOf(parts);
    if (norm === 0) return all;
    const size = by * squareAt(x, this.#limit) / norm;
    all[firstRow] = size;
    parts.forEach((part, i) => all[firstRow + 1 + i] = -size * part / norm);
    return all;
  }

  /** The rows of the limit except the first, at x. */
  #rowsAt(x: Float64Array): Float64Array {
    const { firstRow, rows } = this.#cone;
    return this.#program.rows.evaluate(x).subarray(firstRow + 1, firstRow + rows);
  }

  /** Returns the program with the limit raised by its tolerance. */
  widened(): Program {
    const { rows } = this.#program;
    const added = new Float64Array(rows.length);
    added[this.#cone.firstRow] = rows.constant[this.#cone.firstRow] * (Math.sqrt(1 + SQUARE_TOLERANCE) - 1);
    return { ...this.#program, rows: rows.plus(Affine.constants(added)) };
  }
}

function normOf(entries: Float64Array): number {
  return Math.sqrt(entries.reduce((sum, entry) => sum + entry * entry, 0));
}
