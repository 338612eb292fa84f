import type { Program } from "../../program/program.ts";
import type { Variables } from "../../program/variables.ts";
import { certify } from "../../certify/certify.ts";
import { type Cut, missedOf, withCuts } from "./cut.ts";
import type { ProgramAnswer } from "../../certify/program_answer.ts";
import type { RulesBeside } from "./rules_beside.ts";
import { WORTH_CUTTING } from "../../program/rounding.ts";

/** Cuts that a program goes on with beside new ones: those that are missed or nearest. */
const CUTS_KEPT = 30;

/** What a program has at least, and a point of it, null where none was found. */
export interface Bounded {
  readonly x: Float64Array | null;
  readonly bound: number;
}

/** The same under cuts of rules beside the program. */
export type CutBounded = Bounded & { readonly cuts: readonly Cut[] };

/**
 * Bounds programs whose rules beside them are missed by their points: each such point is cut off by the tangents of the
 * rules there, which hold wherever the rules do, until one keeps them or is not worth another program (Duran and
 * Grossmann 1986, An outer-approximation algorithm for a class of mixed-integer nonlinear programs).
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

  /** A program bounded by so many others at most, until its bound is a cutoff; it has none of the cuts itself. */
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

  /** Cuts with those that a point breaks, without the ones far from it; null where it breaks none. */
  withBroken(cuts: readonly Cut[], x: Float64Array): readonly Cut[] | null {
    if (this.#beside === null || this.#beside.taken === 0) return null;
    const at = this.weightsOf(x);
    const broken = this.#beside.cutsAt(at).filter((cut) => missedOf(cut, at) > WORTH_CUTTING);
    return broken.length === 0 ? null : [...nearest(cuts, at), ...broken];
  }

  /** Whether none of some cuts holds a point. */
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
