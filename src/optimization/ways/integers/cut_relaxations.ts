import type { Program } from "../../program/program.ts";
import type { Variables } from "../../program/variables.ts";
import { certify } from "../../certify/certify.ts";
import { type Cut, missedOf, withCuts } from "./cut.ts";
import type { ProgramAnswer } from "../../certify/program_answer.ts";
import type { RulesBeside } from "./rules_beside.ts";
import { WORTH_CUTTING } from "../../program/rounding.ts";

/** Most earlier cuts that a program keeps beside new ones: those that the point breaks most or comes nearest to. */
const CUTS_KEPT = 30;

/** A lower bound of a program, and a point of it, null if none was found. */
export interface Bounded {
  readonly x: Float64Array | null;
  readonly bound: number;
}

/**
 * A lower bound, and the cuts with which it was computed. They come from rules that the program leaves out
 * (`rules_beside.ts`).
 */
export type CutBounded = Bounded & { readonly cuts: readonly Cut[] };

/**
 * Bounds programs from below that leave out rules. The tangents of the rules at a point that breaks them become cuts,
 * which hold wherever the rules do. The rounds end if a point keeps the rules or if another program is not worth its
 * time (Duran and Grossmann 1986, An outer-approximation algorithm for a class of mixed-integer nonlinear programs).
 */
export class CutRelaxations {
  readonly #weights: Variables;
  readonly #beside: RulesBeside | null;
  readonly #relax: (program: Program, near: Float64Array | null) => ProgramAnswer;
  #iterations = 0;

  constructor(
    { weights, beside }: { readonly weights: Variables; readonly beside: RulesBeside | null },
    relax: (program: Program, near: Float64Array | null) => ProgramAnswer,
  ) {
    this.#weights = weights;
    this.#beside = beside;
    this.#relax = relax;
  }

  get iterations(): number {
    return this.#iterations;
  }

  bounded(program: Program, near: Float64Array | null): Bounded | "infeasible" {
    const { status, point, iterations } = this.#relax(program, near);
    this.#iterations += iterations;
    if (status === "infeasible") return status;
    return point === null ? { x: null, bound: -Infinity } : { x: point.x, bound: certify(program, point).bound };
  }

  /**
   * Bounds a program with further rules, where without them no point is found. Of its point the weights alone are
   * returned, as a point of `size` variables. The others are NaN.
   */
  boundedInWeights(program: Program, size: number): CutBounded | "infeasible" {
    const found = this.bounded(program, null);
    if (found === "infeasible" || found.x === null) return found === "infeasible" ? found : { ...found, cuts: [] };
    const x = new Float64Array(size).fill(NaN);
    x.set(this.weightsOf(found.x), this.#weights.offset);
    return { x, bound: found.bound, cuts: [] };
  }

  /**
   * Bounds a program by at most `roundsAtMost` programs with cuts, until the bound reaches the cutoff. The given
   * program contains no cuts itself.
   */
  cut(
    program: Program,
    from: CutBounded,
    { roundsAtMost, cutoff }: { readonly roundsAtMost: number; readonly cutoff: number },
  ): CutBounded | "infeasible" {
    let { x, bound, cuts } = from;
    for (let round = 0; round < roundsAtMost && x !== null && bound < cutoff; round++) {
      const more = this.withBroken(cuts, x);
      if (more === null) break;
      cuts = more;
      const next = this.bounded(withCuts(program, this.#weights, cuts), x);
      if (next === "infeasible") return next;
      ({ x } = next);
      bound = Math.max(bound, next.bound);
    }
    return { x: x ?? from.x, bound, cuts };
  }

  /** Returns the cuts nearest to a point with the new ones that it breaks, or null if it breaks none. */
  withBroken(cuts: readonly Cut[], x: Float64Array): readonly Cut[] | null {
    if (this.#beside === null || this.#beside.taken === 0) return null;
    const at = this.weightsOf(x);
    const broken = this.#beside.cutsAt(at).filter((cut) => missedOf(cut, at) > WORTH_CUTTING);
    return broken.length === 0 ? null : [...nearest(cuts, at), ...broken];
  }

  /** Whether no cut is active at a point. */
  isFree(cuts: readonly Cut[], x: Float64Array): boolean {
    const at = this.weightsOf(x);
    return cuts.every((cut) => missedOf(cut, at) < -WORTH_CUTTING);
  }

  weightsOf(x: Float64Array): Float64Array {
    const { offset, count } = this.#weights;
    return x.slice(offset, offset + count);
  }
}

function nearest(cuts: readonly Cut[], weights: Float64Array): readonly Cut[] {
  if (cuts.length <= CUTS_KEPT) return cuts;
  return cuts.map((cut) => ({ cut, missed: missedOf(cut, weights) }))
    .sort((a, b) => b.missed - a.missed).slice(0, CUTS_KEPT).map(({ cut }) => cut);
}
