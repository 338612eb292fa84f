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

/** A program over weights some of which must be 0. */
export interface SupportedProgram {
  readonly program: Program;
  readonly weights: Variables;
  readonly rules: SupportRules;
  /** Of its objective, which bounds it better where few may be held. */
  readonly perspective?: Perspective | null;
  /** Rules that the program leaves out, which the weights found keep all the same. */
  readonly beside?: RulesBeside | null;
}

/** A program with its weights within the hull of what they may still be. */
export function programWithin(
  support: Support,
  program: Program,
  { weights, rules: { leastSize } }: Pick<SupportedProgram, "weights" | "rules">,
): Program {
  return { ...program, ...boundsWithin(support, program, { weights, leastSize }) };
}

/** Solves a program; `near` is a point of one that allows more. */
export type SolveNear = (program: Program, near: Float64Array | null) => ProgramAnswer;

/** The best weights of a search: the program that decides what is held, a point of it and the objective there. */
export interface BestSupport {
  readonly program: Program;
  readonly point: Point;
  readonly value: number;
}

/** Where weights that are all decided are sought from. */
interface DecidedStart {
  readonly near: Float64Array | null;
  readonly cuts: readonly Cut[];
}

/** Programs by which decided weights are cut by rules beside, at most. */
const CUTS_AT_MOST = 16;

/** What was shown of the weights decided, and the weights found where they miss a rule beside their program. */
interface Judged {
  readonly bound: number | "unbounded";
  readonly missed: Float64Array | null;
}

/** The best of the choices looked at so far, each solved once. */
export class DecidedSupports {
  readonly #searched: SupportedProgram;
  readonly #relaxations: CutRelaxations;
  readonly #solve: SolveNear;
  readonly #isEnough: boolean;
  /** What the programs of decided weights have at least. */
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

  /** Bounds from here on have nothing that is better by more than a proof leaves open. */
  get cutoff(): number {
    return this.#cutoff;
  }

  /** What the gap of the best is relative to. */
  get size(): number {
    return this.#size;
  }

  get iterations(): number {
    return this.#iterations;
  }

  /** What the program of decided weights has at least, and the best of them where it is better than the best so far. */
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

  /** The same under rules beside: by cuts, then with the rules taken in where what is left may be better. */
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
    // Weights that no cut holds and that keep the rules are the best under the rules.
    if (x !== null && this.#relaxations.isFree(cuts, x) && beside.areKept(this.#relaxations.weightsOf(x))) {
      const { bound, missed } = this.#judged(withCuts(within, weights, cuts), x);
      if (bound !== "unbounded" && bound > -Infinity && missed === null) return Math.max(least, bound);
    }
    const start = x === null ? null : this.#relaxations.weightsOf(x);
    const own = this.#solvedWith(support, beside, start);
    return own === "unbounded" ? own : Math.max(least, own);
  }

  /** The same by the program with the rules taken in, and more of them until what is best keeps all. */
  #solvedWith(support: Support, beside: RulesBeside, weights: Float64Array | null): number | "unbounded" {
    for (;;) {
      const program = this.#within(support, beside.program());
      const { bound, missed } = this.#judged(program, weights === null ? null : beside.startAt(weights));
      const isOpen = bound === "unbounded" ? beside.takeAll() : missed !== null && beside.take(missed);
      if (!isOpen) return bound;
    }
  }

  /** At most what a program of decided weights has; its point is the best where it is better than that so far. */
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
    // Of an objective of nothing nothing is relative.
    this.#size = size || 1;
    this.#cutoff = this.#isEnough ? -Infinity : value - PROOF.gap * size;
    return { bound, missed: null };
  }

  #within(support: Support, program: Program = this.#searched.program): Program {
    return programWithin(support, program, this.#searched);
  }
}
