import type { Program } from "../../program/program.ts";
import type { Variables } from "../../program/variables.ts";
import { certify } from "../../certify/certify.ts";
import type { Point } from "../../program/point.ts";
import { type Cut, withCuts } from "./cut.ts";
import type { CutRelaxations } from "./cut_relaxations.ts";
import type { Perspective } from "./perspective.ts";
import type { ProgramAnswer } from "../../certify/program_answer.ts";
import { PROOF } from "../../certify/proof.ts";
import type { RulesBeside } from "./rules_beside.ts";
import { boundsWithin, type Support, type SupportRules } from "./support.ts";

/** A program over weights and the rules on which of them are 0. */
export interface SupportedProgram {
  readonly program: Program;
  readonly weights: Variables;
  readonly rules: SupportRules;
  /** Perspective of the objective. It improves bounds if few weights may be held. */
  readonly perspective?: Perspective | null;
  /** Rules that the program leaves out and that the answer must keep. */
  readonly beside?: RulesBeside | null;
}

/** Returns the program in which the bounds of each weight are the smallest interval around its allowed values. */
export function programWithin(
  support: Support,
  program: Program,
  { weights, rules: { leastSize } }: Pick<SupportedProgram, "weights" | "rules">,
): Program {
  return { ...program, ...boundsWithin(support, program, { weights, leastSize }) };
}

/**
 * Solves a program from the point `near` of a program with a larger feasible set, such as the parent node, or null if
 * none is known.
 */
export type SolveNear = (program: Program, near: Float64Array | null) => ProgramAnswer;

/** The best weights of a search: the program with the decided support, a point of it and the objective there. */
export interface BestSupport {
  readonly program: Program;
  readonly point: Point;
  readonly value: number;
}

/**
 * What is known about a decided support before its program is solved: a point of the node from which it comes, and the
 * cuts in use there.
 */
interface DecidedStart {
  readonly near: Float64Array | null;
  readonly cuts: readonly Cut[];
}

/** Most programs with cuts for one decided support. */
const CUTS_AT_MOST = 16;

/**
 * A lower bound for decided weights, and the weights of the answer if they break a rule that the program leaves out.
 */
interface Judged {
  readonly bound: number | "unbounded";
  readonly missed: Float64Array | null;
}

/** Solves decided supports, each once, and keeps the best. */
export class DecidedSupports {
  readonly #searched: SupportedProgram;
  readonly #relaxations: CutRelaxations;
  readonly #solve: SolveNear;
  readonly #isEnough: boolean;
  /** Lower bounds of the supports solved so far; the key is the support as a string. */
  readonly #solvedBefore = new Map<string, number | "unbounded">();
  #best: BestSupport | null = null;
  #cutoff = Infinity;
  #size = 1;
  #iterations = 0;

  constructor(
    searched: SupportedProgram,
    relaxations: CutRelaxations,
    { solve, isEnough = false }: { readonly solve: SolveNear; readonly isEnough?: boolean },
  ) {
    this.#searched = searched;
    this.#relaxations = relaxations;
    this.#solve = solve;
    this.#isEnough = isEnough;
  }

  get best(): BestSupport | null {
    return this.#best;
  }

  /** A node whose bound is at least this has no point that is better by more than the tolerance of a proof. */
  get cutoff(): number {
    return this.#cutoff;
  }

  /** The size of the objective at the best point, by which the gap is divided. */
  get size(): number {
    return this.#size;
  }

  get iterations(): number {
    return this.#iterations;
  }

  /** Returns a lower bound of the program of a decided support. Updates the best point if the answer is better. */
  solve(support: Support, start: DecidedStart): number | "unbounded" {
    const key = String.fromCharCode(...support), known = this.#solvedBefore.get(key);
    if (known !== undefined) return known;
    const { beside = null } = this.#searched;
    const bound = beside === null
      ? this.#judged(this.#within(support), start.near).bound
      : this.#solvedBeside(support, start, beside);
    this.#solvedBefore.set(key, bound);
    return bound;
  }

  /**
   * Solves a support under the rules that its program leaves out: first with cuts in their place, then with the rules
   * themselves if the bound still allows a better point.
   */
  #solvedBeside(support: Support, { near, cuts: known }: DecidedStart, beside: RulesBeside): number | "unbounded" {
    const { weights } = this.#searched, within = this.#within(support);
    let cuts = known, x = near, least = -Infinity;
    for (let taken = -1; taken < beside.taken;) {
      taken = beside.taken;
      const first = this.#relaxations.bounded(withCuts(within, weights, cuts), x);
      if (first === "infeasible") return Infinity;
      const limits = { roundsAtMost: CUTS_AT_MOST, cutoff: this.#cutoff };
      const relaxed = this.#relaxations.cut(within, { ...first, cuts }, limits);
      if (relaxed === "infeasible") return Infinity;
      ({ x, cuts } = relaxed);
      least = Math.max(least, relaxed.bound);
      if (least >= this.#cutoff) return least;
      if (x !== null) beside.take(this.#relaxations.weightsOf(x));
    }
    // Weights at which no cut is active and all rules hold are optimal under the rules.
    if (x !== null && this.#relaxations.isFree(cuts, x) && beside.areKept(this.#relaxations.weightsOf(x))) {
      const { bound, missed } = this.#judged(withCuts(within, weights, cuts), x);
      if (bound !== "unbounded" && bound > -Infinity && missed === null) return Math.max(least, bound);
    }
    const start = x === null ? null : this.#relaxations.weightsOf(x);
    const own = this.#solvedWith(support, beside, start);
    return own === "unbounded" ? own : Math.max(least, own);
  }

  /**
   * Solves the program with the rules that were added so far, and adds more of those left out until the answer keeps
   * all.
   */
  #solvedWith(support: Support, beside: RulesBeside, weights: Float64Array | null): number | "unbounded" {
    for (;;) {
      const program = this.#within(support, beside.program());
      const { bound, missed } = this.#judged(program, weights === null ? null : beside.startAt(weights));
      const isOpen = bound === "unbounded" ? beside.takeAll() : missed !== null && beside.take(missed);
      if (!isOpen) return bound;
    }
  }

  /**
   * Solves a program of a decided support and bounds it from below. Its point becomes the best if it is feasible and
   * better.
   */
  #judged(program: Program, near: Float64Array | null): Judged {
    const answer = this.#solve(program, near);
    this.#iterations += answer.iterations;
    if (answer.status === "unbounded") return { bound: answer.status, missed: null };
    if (answer.status === "infeasible") return { bound: Infinity, missed: null };
    if (answer.point === null) return { bound: -Infinity, missed: null };
    const { primal, value, size, bound } = certify(program, answer.point);
    if (!(primal <= PROOF.primal && value < (this.#best?.value ?? Infinity))) return { bound, missed: null };
    const { beside = null } = this.#searched, weights = this.#relaxations.weightsOf(answer.point.x);
    if (beside !== null && !beside.areKept(weights)) return { bound, missed: weights };
    this.#best = { program, point: answer.point, value };
    // An objective of 0 has no relative gap.
    this.#size = size || 1;
    this.#cutoff = this.#isEnough ? -Infinity : value - PROOF.gap * size;
    return { bound, missed: null };
  }

  #within(support: Support, program: Program = this.#searched.program): Program {
    return programWithin(support, program, this.#searched);
  }
}
