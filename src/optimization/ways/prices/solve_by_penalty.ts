import type { Matrix } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { Program, QuadraticTerm } from "../../program/program.ts";
import type { Point } from "../../program/point.ts";
import { coefficientsOf } from "../../program/coefficients_of.ts";
import { solveDirectly } from "../direct.ts";
import { type NormLimit, normLimitOf } from "./norm_limit.ts";
import { triedPrices } from "./tried_prices.ts";
import { polish } from "../../refine/polish.ts";
import { type ProgramAnswer, withCertificate } from "../../certify/program_answer.ts";
import { mergedQuadratics } from "../../program/merged_quadratics.ts";
import { withBlocks, withoutBlocks } from "../../program/without_blocks.ts";
import { NEAR_NORM } from "../../engines/accuracy.ts";

const solver = "core";

/** Most penalties before two enclose the one sought, as many after that, and the factor between two before that. */
const PENALTIES_AT_MOST = 16, STEP = 16;

/** The answer at a penalty. `excess` falls as the penalty grows, and is 0 where the norm equals the limit. */
interface Penalised extends Point {
  readonly at: number;
  /**
   * 1 / limit - 1 / norm, which is nearly linear in the penalty (Moré, Sorensen 1983, Computing a trust region step).
   */
  readonly excess: number;
  readonly norm: number;
}

/**
 * Solves min f(x) subject to ‖y‖ ≤ t and linear rows by programs without the limit, min f(x) + ½ p ‖y‖². The norm falls
 * as the penalty p grows, and the search ends where it equals t. The multipliers of the limit are then p ‖y‖ and -p y,
 * and the certificate judges the point after a step on its active set. These programs have linear rows alone, so they
 * need no conic solver. Returns null if the program has another form, or nothing is proven.
 */
export function solveByPenalty(
  program: Program,
  guess: Float64Array,
  kernels: Kernels,
): ProgramAnswer | null {
  const limit = normLimitOf(program);
  const penalty = limit && Penalty.of(program, limit, kernels);
  return penalty?.solve(guess) ?? null;
}

class Penalty {
  readonly #program: Program;
  readonly #limit: NormLimit;
  readonly #kernels: Kernels;
  /** The program without the limit. */
  readonly #free: Program;
  /** The quadratic part of ½ ‖y‖², y the arguments of the norm. `#slope` is the linear part. No constant is kept. */
  readonly #term: QuadraticTerm;
  readonly #slope: Float64Array;
  #iterations = 0;

  private constructor(
    program: Program,
    limit: NormLimit,
    { kernels, term, slope }: { kernels: Kernels; term: QuadraticTerm; slope: Float64Array },
  ) {
    this.#program = program;
    this.#limit = limit;
    this.#kernels = kernels;
    this.#free = withoutBlocks(program, limit.leftOut);
    this.#term = term;
    this.#slope = slope;
  }

  static of(program: Program, limit: NormLimit, kernels: Kernels): Penalty | null {
    const { firstRow, rows } = program.blocks[limit.block];
    const found = coefficientsOf(program, { firstRow: firstRow + 1, rows: rows - 1 });
    if (found === null) return null;
    const { offset, block } = found, y = new Float64Array(program.rows.length);
    y.set(program.rows.constant.subarray(firstRow + 1, firstRow + rows), firstRow + 1);
    const slope = new Float64Array(program.size);
    program.rows.addTransposed(y, slope);
    const share = shareOfIdentity(block);
    const term = share === null
      ? { offset, size: block.columns, matrix: kernels.linearAlgebra.crossProduct(block), factor: 1 }
      : { offset, size: block.columns, matrix: null, factor: share ** 2 };
    return new Penalty(program, limit, { kernels, term, slope });
  }

  solve(guess: Float64Array): ProgramAnswer | null {
    const first = this.#solveAt(this.#firstPenalty(guess), guess);
    if (first === null) return null;
    const prices = triedPrices<Penalised>({
      near: first,
      at: (penalty, { x }) => this.#solveAt(penalty, x),
      further: ({ at, excess }) => excess > 0 ? at * STEP : at / STEP,
      most: PENALTIES_AT_MOST,
    });
    const isOfHinges = this.#program.hinges.row.length > 0 || this.#term.matrix === null;
    const nearEnough = isOfHinges ? NEAR_NORM.withHinges : NEAR_NORM.withoutHinges;
    let steps = 0;
    for (const { near, isEnclosed } of prices) {
      if (!isEnclosed || Math.abs(near.norm / this.#limit.largest - 1) > nearEnough[steps]) continue;
      const polished = polish(this.#program, this.#pointOf(near), this.#kernels);
      const answer = withCertificate(polished, { solver, iterations: this.#iterations + polished.iterations });
      if (answer.status === "optimal") return answer;
      if (++steps === nearEnough.length) return null;
    }
    return null;
  }

  /** Penalty at which p times the square of the limit is about as large as the objective. */
  #firstPenalty(guess: Float64Array): number {
    const { linear, quadratic } = this.#free;
    let size = 0;
    guess.forEach((entry, j) => size += Math.abs(linear[j] * (entry || 0)));
    for (const { offset, size: count, matrix: own, factor } of quadratic) {
      for (let i = 0; i < count; i++) {
        const entry = guess[offset + i] || 0;
        size += 0.5 * factor * entry ** 2 * (own?.data[i * (count + 1)] ?? 1);
      }
    }
    return (size || 1) / this.#limit.largest ** 2;
  }

  #solveAt(penalty: number, near: Float64Array): Penalised | null {
    const linear = this.#free.linear.map((entry, j) => entry + penalty * this.#slope[j]);
    const quadratic = mergedQuadratics([...this.#free.quadratic, {
      ...this.#term,
      factor: penalty * this.#term.factor,
    }]);
    const answer = solveDirectly({ ...this.#free, linear, quadratic }, this.#kernels, { guess: () => near });
    this.#iterations += answer.iterations;
    if (answer.status !== "optimal" || answer.point === null) return null;
    const norm = normOf(this.#rowsAt(answer.point.x));
    return { ...answer.point, at: penalty, norm, excess: 1 / this.#limit.largest - 1 / norm };
  }

  #rowsAt(x: Float64Array): Float64Array {
    const { firstRow, rows } = this.#program.blocks[this.#limit.block];
    return this.#program.rows.evaluate(x).subarray(firstRow + 1, firstRow + rows);
  }

  /** Returns the point with the multipliers of the given program, those of the limit included. */
  #pointOf({ x, z, at, norm }: Omit<Penalised, "excess">): Point {
    const { block, leftOut, shifts } = this.#limit, { firstRow } = this.#program.blocks[block];
    const multipliers = withBlocks(this.#program, leftOut, z);
    multipliers[firstRow] = at * norm;
    this.#rowsAt(x).forEach((part, i) => multipliers[firstRow + 1 + i] = -at * part);
    for (const { row, by } of shifts) multipliers[row] += by * at * norm;
    return { x, z: multipliers };
  }
}

/** Returns the factor s of a matrix s I, or null for any other matrix. */
function shareOfIdentity({ rows, columns, data }: Matrix): number | null {
  const [share] = data;
  if (rows !== columns) return null;
  return data.every((entry, k) => entry === (k % (columns + 1) === 0 ? share : 0)) ? share : null;
}

function normOf(entries: Float64Array): number {
  return Math.sqrt(entries.reduce((sum, entry) => sum + entry * entry, 0));
}
