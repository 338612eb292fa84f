// Solves min ½x'Px + q'x + Σ (c_t u_t + ½ f_t u_t²) subject to u ≥ R x + k, u ≥ 0, E x = e, G x ≤ h, lower ≤ x ≤ upper,
// where all but x and u is given by a `HingeProgram`.

import type { NormalMatrices, NormalMemory } from "../../../kernels/normal_matrix.ts";
import { NEAR_END, SHORTEST_INTERIOR_STEP } from "../accuracy.ts";
import { checkHingeProgram, type HingeAnswer, type HingeOptions, type HingeProgram } from "./hinge_program.ts";
import { HingeIterate } from "./iterate.ts";
import { NormalEquations } from "./normal_equations.ts";
import type { Directions } from "./pairs.ts";

/**
 * Share that is taken of the longest step which keeps slacks and multipliers at least 0. The whole step would make one
 * of them 0.
 */
const STEP_SHARE = 0.995;
/**
 * The excess of a point is its largest residual or gap, relative to the size of its terms. A point whose excess is
 * within this multiple of the tolerance counts as optimal if the normal equations have no more digits.
 */
const ENOUGH = 100;
/**
 * After the first point within `ENOUGH` times the tolerance, the solver takes at most `ITERATIONS_MORE` more
 * iterations, and only while each one reduces the largest residual or gap to less than the share `STALLED`.
 */
const ITERATIONS_MORE = 6, STALLED = 0.7;
/**
 * Near the end, this many iterations in a row that do not reduce the excess below `STALLED` times the least so far show
 * that rounding prevents progress.
 */
const ITERATIONS_WITHOUT = 8;
/**
 * Where rounding prevents progress, a point within this multiple of the tolerance is returned. The caller certifies it.
 */
const ENOUGH_AT_STANDSTILL = 1_000;
/**
 * The corrector aims at products of slacks and multipliers of at least this share of those at which the gap is within
 * the tolerance. Smaller products cost digits of residuals that are not yet small enough.
 */
const LEAST_TARGET = 0.1;

/**
 * Solves programs over scenarios by a primal-dual interior-point method with Mehrotra's predictor and corrector
 * (Mehrotra (1992), On the implementation of a primal-dual interior point method, SIAM Journal on Optimization 2(4)).
 * Each hinge is eliminated with its two rows, so the factored matrix is n × n whatever the number of scenarios: P plus
 * the weighted product of the rows.
 */
export class HingeSolver {
  readonly #matrices: NormalMatrices;

  constructor(matrices: NormalMatrices) {
    this.#matrices = matrices;
  }

  /**
   * Solves a program. Throws `Stopped`, `out_of_memory`, and a RangeError if sizes disagree or a chain has another
   * form.
   */
  solve(program: HingeProgram, options: HingeOptions): HingeAnswer {
    checkHingeProgram(program);
    return this.#matrices.run((memory) => solve(program, options, memory));
  }
}

function solve(
  program: HingeProgram,
  { tolerance, maxIterations, near, rough }: HingeOptions,
  memory: NormalMemory,
): HingeAnswer {
  const at = new HingeIterate(program, new NormalEquations(program, memory), near ?? null);
  let enough: HingeAnswer | null = null, isAsked = rough === undefined, before = Infinity;
  const standstill = new Standstill();
  for (let iteration = 0, last = maxIterations;; iteration++) {
    memory.checkStop();
    at.measure();
    const { excess } = at;
    if (excess <= tolerance) return at.answer("optimal", iteration);
    if (!isAsked && excess <= (rough?.tolerance ?? tolerance)) {
      isAsked = true;
      const answer = at.answer("rough", iteration);
      if (rough?.isEnough(answer)) return answer;
    }
    if (enough !== null && !(excess < STALLED * before)) return enough;
    if (excess <= ENOUGH * tolerance) {
      if (enough === null) last = Math.min(maxIterations, iteration + ITERATIONS_MORE);
      enough = at.answer("optimal", iteration);
    }
    before = excess;
    if (enough === null && standstill.isReached(excess)) {
      return at.answer(excess <= ENOUGH_AT_STANDSTILL * tolerance ? "optimal" : "no_progress", iteration);
    }
    const least = LEAST_TARGET * at.complementarityWithin(tolerance);
    if (iteration === last || !advanced(at, least)) return enough ?? at.answer("no_progress", iteration);
  }
}

/** Detects that iterations near the end make no more progress. */
class Standstill {
  #least = Infinity;
  #without = 0;

  /**
   * Records the excess after an iteration, its largest residual or gap relative to the size of its terms. Returns
   * whether the iterations make no more progress.
   */
  isReached(excess: number): boolean {
    this.#without = excess < STALLED * this.#least ? 0 : this.#without + 1;
    this.#least = Math.min(this.#least, excess);
    return excess <= NEAR_END && this.#without >= ITERATIONS_WITHOUT;
  }
}

/**
 * Takes a predictor and corrector step towards products of slacks and multipliers of at least `least`. Returns false if
 * the normal equations cannot be factored, or if rounding would leave nothing of the step.
 */
function advanced(at: HingeIterate, least: number): boolean {
  if (!at.isFinite()) return false;
  if (!at.factor()) return false;
  const predicted = at.directions(null, 0);
  const [primal, dual] = at.longestSteps(predicted);
  const before = at.complementarity, after = at.complementarityAfter(predicted, primal, dual);
  // Mehrotra's target: the mean product, times the cube of the share of it that the predictor leaves. In programs with
  // logarithms the products may start at their values of the optimum, and then the predictor may only move them away.
  const target = after < before ? before * (after / before) ** 3 : before;
  return moved(at, at.directions(predicted, Math.max(target, least)));
}

function moved(at: HingeIterate, directions: Directions): boolean {
  const [primal, dual] = at.longestSteps(directions).map((step) => Math.min(1, STEP_SHARE * step));
  if (!(Math.max(primal, dual) > SHORTEST_INTERIOR_STEP)) return false;
  at.move(directions, primal, dual);
  return true;
}
