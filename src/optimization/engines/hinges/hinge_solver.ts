import { NEAR_END, SHORTEST_INTERIOR_STEP } from "../accuracy.ts";
import { checkHingeProgram, type HingeAnswer, type HingeOptions, type HingeProgram } from "./hinge_program.ts";
import { HingeIterate } from "./iterate.ts";
import type { Directions } from "./pairs.ts";
import { NormalEquations } from "./normal_equations.ts";
import type { NormalMatrices, NormalMemory } from "../../../kernels/normal_matrix.ts";

/** Of a step to where a slack vanishes. */
const STEP_SHARE = 0.995;
/** Times the tolerance: good enough where the normal equations have no more digits. */
const ENOUGH = 100;
/** What is good enough may become better in so many iterations, as long as each takes a share off what is missing. */
const ITERATIONS_MORE = 6, STALLED = 0.7;
/** Near the end, so many iterations without such a share less show that rounding hides the rest. */
const ITERATIONS_WITHOUT = 8;
/** Times the tolerance: where rounding hides the rest, worth the judgement of the one who asked. */
const ENOUGH_AT_STANDSTILL = 1_000;
/** Of the products that are small enough: smaller ones take digits from the residuals that are not. */
const LEAST_TARGET = 0.1;

/**
 * Programs over scenarios by a primal-dual interior point with Mehrotra's predictor and corrector (Mehrotra (1992), On
 * the implementation of a primal-dual interior point method, SIAM Journal on Optimization 2(4)). Each hinge is a
 * variable and two rows that are eliminated one by one: what is factored is n × n, P plus the weighted product of the
 * rows, whatever the number of scenarios.
 */
export class HingeSolver {
  readonly #matrices: NormalMatrices;

  constructor(matrices: NormalMatrices) {
    this.#matrices = matrices;
  }

  /** Throws `Stopped`, a RangeError where sizes disagree, and `out_of_memory`. */
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

/** Tells when iterations near the end gain nothing more. */
class Standstill {
  #least = Infinity;
  #without = 0;

  /** Whether it is reached, with what is missing after the next iteration. */
  isReached(excess: number): boolean {
    this.#without = excess < STALLED * this.#least ? 0 : this.#without + 1;
    this.#least = Math.min(this.#least, excess);
    return excess <= NEAR_END && this.#without >= ITERATIONS_WITHOUT;
  }
}

/**
 * Takes a step towards products of `least` or more; false where there is none, or it would be lost in rounding.
 */
function advanced(at: HingeIterate, least: number): boolean {
  if (!at.isFinite()) return false;
  if (!at.factor()) return false;
  const predicted = at.directions(null, 0);
  const [primal, dual] = at.longestSteps(predicted);
  const before = at.complementarity, after = at.complementarityAfter(predicted, primal, dual);
  // With logarithms the products may begin where they are to end, and leave it on the way.
  const target = after < before ? before * (after / before) ** 3 : before;
  return moved(at, at.directions(predicted, Math.max(target, least)));
}

function moved(at: HingeIterate, directions: Directions): boolean {
  const [primal, dual] = at.longestSteps(directions).map((step) => Math.min(1, STEP_SHARE * step));
  if (!(Math.max(primal, dual) > SHORTEST_INTERIOR_STEP)) return false;
  at.move(directions, primal, dual);
  return true;
}
