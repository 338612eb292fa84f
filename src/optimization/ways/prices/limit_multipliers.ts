import { SQUARE_TOLERANCE } from "../../certify/proof.ts";
import { type QuadraticLimit, squareAt } from "../../certify/quadratic_limit.ts";
import type { Point } from "../../program/point.ts";
import { Affine, type Block, type Program } from "../../program/program.ts";

/**
 * Multipliers of a program with a limit sqrt(y'My) ≤ t as its one cone, from those of the program without it: at the
 * least of ½ y'My + p q'x they are those divided by p, and sqrt(y'My) / p for the limit.
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

  /** What shows that the least square is more than the limit: the multipliers of the rules, and 1 for the limit. */
  againstLimit({ x, z }: Point): Float64Array {
    const norm = normOf(this.#rowsAt(x));
    const square = squareAt(x, this.#limit);
    return this.of(z, { x, by: norm / square });
  }

  /** Multipliers of the rules times a factor, and with them that of the limit, along its rows at x. */
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

  /** The rows of the limit but its first, at x. */
  #rowsAt(x: Float64Array): Float64Array {
    const { firstRow, rows } = this.#cone;
    return this.#program.rows.evaluate(x).subarray(firstRow + 1, firstRow + rows);
  }

  /** The program with what may be missed of the limit added to it. */
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
