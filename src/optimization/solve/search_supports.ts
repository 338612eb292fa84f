import type { Program } from "../program/program.ts";
import type { Variables } from "../program/variables.ts";
import { brokenCountRows } from "./count_rows.ts";
import { certify, type Point } from "./certify.ts";
import { OpenNodes } from "./open_nodes.ts";
import type { Perspective } from "./perspective.ts";
import { loweredByPerspective } from "./perspective_bound.ts";
import { perspectiveProgram } from "./perspective_program.ts";
import type { ProgramAnswer } from "./program_answer.ts";
import { INTEGER_GAP, PROOF } from "./proof.ts";
import {
  boundsWithin,
  branchingPlace,
  isDecided,
  LONG,
  openSupport,
  OUT,
  propagate,
  roundedSupport,
  SHORT,
  type Support,
  type SupportRules,
} from "./support.ts";
import { withRows } from "./with_rows.ts";

/** A program over weights some of which must be 0. */
export interface SupportedProgram {
  readonly program: Program;
  readonly weights: Variables;
  readonly rules: SupportRules;
  /** Of its objective, which bounds it better where few may be held. */
  readonly perspective?: Perspective | null;
}

/** How the programs of a search are solved. */
export interface SupportSearchOptions {
  /** With some weights undecided: what is minimised is bounded, no more. */
  readonly relax: Solve;
  /** At most what a program minimises, about as much as a solver of cones finds. */
  readonly bound: (program: Program) => number;
  /** With every weight decided. */
  readonly solve: Solve;
  readonly nodesAtMost: number;
  /** Whether any point will do, not the best alone. */
  readonly isEnough?: boolean;
}

/** Solves a program; `near` is a point of one that allows more. */
type Solve = (program: Program, near: Float64Array | null) => ProgramAnswer;

/** The best weights of a search: the program that decides what is held, a point of it and the objective there. */
export interface BestSupport {
  readonly program: Program;
  readonly point: Point;
  readonly value: number;
}

/** What a search came to. */
export interface FoundSupport {
  /** `infeasible` and `unbounded` are proven; `not_proven` where something was left undecided, or the nodes ran out. */
  readonly status: "optimal" | "not_proven" | "infeasible" | "unbounded";
  /** Null where no weights were found. */
  readonly best: BestSupport | null;
  /** At most what is minimised, whatever is held. */
  readonly bound: number;
  /** How much better than the best something may be, relative as the gap of a certificate. */
  readonly gap: number;
  /** What the gap is relative to. */
  readonly size: number;
  readonly nodes: number;
  readonly iterations: number;
}

/**
 * The least of a program over all choices of which weights are 0, by branch and bound: a node is a program whose
 * weights are within the hull of what they may still be, bounded below by its multipliers (Land and Doig 1960;
 * Bertsimas and Shioda 2009, Algorithm for cardinality-constrained quadratic optimization). The node of least bound is
 * taken first; weights of each are rounded to what may be held, and solved for themselves. A node goes where its bound
 * is as high as the best found, or multipliers prove that it has no point, and for nothing else.
 */
export function searchSupports(searched: SupportedProgram, options: SupportSearchOptions): FoundSupport {
  return new Search(searched, options).run();
}

interface Node {
  readonly support: Support;
  readonly bound: number;
  /** Of the weight to be decided next. */
  readonly branch: number;
  /** A point of it; null where none was found. */
  readonly near: Float64Array | null;
}

/** Programs by which the perspective of a node is sought: the weights of each are half-way to the next. */
const PERSPECTIVE_ROUNDS = 3;

/** Nodes for which cones are asked however few they close. */
const CONES_TRIED = 3;

type Relaxed = { readonly x: Float64Array | null; readonly bound: number } | "infeasible";

class Search {
  readonly #searched: SupportedProgram;
  readonly #options: SupportSearchOptions;
  readonly #open = new OpenNodes<Node>();
  /** What the programs of decided weights have at least. */
  readonly #solvedBefore = new Map<string, number | "unbounded">();
  #best: FoundSupport["best"] = null;
  /** Bounds from here on have nothing that is better by more than a proof leaves open. */
  #cutoff = Infinity;
  #size = 1;
  /** The least bound of what is not looked into any further. */
  #left = Infinity;
  #nodes = 0;
  /** Bounds by cones, and those of them that closed their node. */
  #conesSolved = 0;
  #conesClosed = 0;
  #iterations = 0;

  constructor(searched: SupportedProgram, options: SupportSearchOptions) {
    this.#searched = searched;
    this.#options = options;
  }

  run(): FoundSupport {
    const { program, weights, rules } = this.#searched;
    const root = openSupport(program, weights, rules.leastSize);
    let isUnbounded = this.#visit(root, { bound: -Infinity, near: null }) === "unbounded";
    for (let node = this.#open.take(); node !== null && !isUnbounded; node = this.#open.take()) {
      if (node.bound >= this.#cutoff || this.#nodes >= this.#options.nodesAtMost) {
        // Every other node that is open has as high a bound.
        this.#leave(node.bound);
        break;
      }
      isUnbounded = this.#branch(node) === "unbounded";
    }
    if (isUnbounded) return this.#outcome("unbounded");
    if (this.#best === null) return this.#outcome(this.#left === Infinity ? "infeasible" : "not_proven");
    return this.#outcome("optimal");
  }

  #branch(node: Node): "unbounded" | void {
    for (const option of [LONG, SHORT, OUT]) {
      if (this.#cutoff === -Infinity) return;
      if ((node.support[node.branch] & option) === 0) continue;
      const support = node.support.slice();
      support[node.branch] = option;
      if (this.#visit(support, node) === "unbounded") return "unbounded";
    }
  }

  /** Bounds a node, finds weights near its own, and keeps it open where something better may be in it. */
  #visit(support: Support, parent: Pick<Node, "bound" | "near">): "unbounded" | void {
    const { weights: { offset, count }, rules } = this.#searched;
    if (!propagate(support, rules.counts)) return;
    this.#nodes++;
    if (isDecided(support)) {
      const own = this.#solved(support, parent.near);
      return own === "unbounded" ? own : this.#leave(Math.max(parent.bound, own));
    }
    const relaxed = this.#relaxed(support, parent.near);
    if (relaxed === "infeasible") return;
    const { x } = relaxed, plain = Math.max(parent.bound, relaxed.bound);
    if (plain >= this.#cutoff) return this.#leave(plain);
    const at = x?.subarray(offset, offset + count) ?? new Float64Array(count);
    const rounded = roundedSupport(support, at, rules);
    if (rounded !== null && this.#solved(rounded, x) === "unbounded") return "unbounded";
    const bound = x === null ? plain : this.#boundByPerspective(support, x, plain);
    if (bound >= this.#cutoff) return this.#leave(bound);
    this.#open.add({ support, bound, branch: branchingPlace(support, at, rules), near: x }, bound);
  }

  /** A point of the hull of a node, and a bound; the counts are in rows where these say more than it. */
  #relaxed(
    support: Support,
    near: Float64Array | null,
  ): Relaxed {
    const { weights, rules } = this.#searched;
    const solved = (program: Program, start: Float64Array | null): Relaxed => {
      const { status, point, iterations } = this.#options.relax(program, start);
      this.#iterations += iterations;
      if (status === "infeasible") return status;
      return point === null ? { x: null, bound: -Infinity } : { x: point.x, bound: certify(program, point).bound };
    };
    const within = this.#within(support), first = solved(within, near);
    if (first === "infeasible" || first.x === null || first.bound >= this.#cutoff) return first;
    const rows = brokenCountRows(support, within, { x: first.x, weights, rules });
    if (rows.length === 0) return first;
    const next = solved(withRows(within, rows), first.x);
    return next === "infeasible" ? next : { x: next.x ?? first.x, bound: Math.max(first.bound, next.bound) };
  }

  /**
   * A bound by the perspective of the objective, at least one that is known: by a few programs of the weights alone,
   * and by its cones, which take far longer, where these have closed most nodes before.
   */
  #boundByPerspective(support: Support, x: Float64Array, known: number): number {
    const { weights: { offset, count }, rules, perspective = null } = this.#searched;
    if (perspective === null || !(this.#cutoff < Infinity)) return known;
    const within = this.#within(support);
    let at = x.slice(offset, offset + count), bound = known;
    for (let round = 0; round < PERSPECTIVE_ROUNDS && bound < this.#cutoff; round++) {
      const lowered = loweredByPerspective(within, support, { at, perspective, rules });
      if (lowered === null) return bound;
      const { point, iterations } = this.#options.relax(lowered.program, x);
      this.#iterations += iterations;
      if (point === null) break;
      bound = Math.max(bound, certify(lowered.program, point).bound + lowered.constant);
      const next = point.x.subarray(offset, offset + count);
      at = at.map((weight, i) => (weight + next[i]) / 2);
    }
    if (bound >= this.#cutoff || !this.#areConesWorthIt) return bound;
    const lowered = perspectiveProgram(within, support, { perspective, rules });
    if (lowered === null) return bound;
    const byCones = this.#options.bound(lowered);
    this.#conesSolved++;
    if (byCones >= this.#cutoff) this.#conesClosed++;
    return Math.max(bound, byCones);
  }

  /** At the root, and as long as they close most of the nodes that they are asked for. */
  get #areConesWorthIt(): boolean {
    return this.#conesSolved < CONES_TRIED || this.#conesClosed >= this.#conesSolved / 2;
  }

  /** What the program of decided weights has at least, and the best of them where it is better than the best so far. */
  #solved(support: Support, near: Float64Array | null): number | "unbounded" {
    const key = String.fromCharCode(...support), known = this.#solvedBefore.get(key);
    if (known !== undefined) return known;
    const program = this.#within(support), answer = this.#options.solve(program, near);
    this.#iterations += answer.iterations;
    const bound = answer.status === "unbounded" ? "unbounded" : this.#judge(program, answer);
    this.#solvedBefore.set(key, bound);
    return bound;
  }

  #judge(program: Program, answer: ProgramAnswer): number {
    if (answer.status === "infeasible") return Infinity;
    if (answer.point === null) return -Infinity;
    const { primal, value, size, bound } = certify(program, answer.point);
    if (primal <= PROOF.primal && value < (this.#best?.value ?? Infinity)) {
      this.#best = { program, point: answer.point, value };
      // Of an objective of nothing nothing is relative.
      this.#size = size || 1;
      this.#cutoff = this.#options.isEnough === true ? -Infinity : value - PROOF.gap * size;
    }
    return bound;
  }

  /** Counts what is not looked into any further. */
  #leave(bound: number): void {
    this.#left = Math.min(this.#left, bound);
  }

  #within(support: Support): Program {
    const { program, weights, rules: { leastSize } } = this.#searched;
    return { ...program, ...boundsWithin(support, program, { weights, leastSize }) };
  }

  #outcome(status: FoundSupport["status"]): FoundSupport {
    const best = this.#best, bound = Math.min(this.#left, best?.value ?? Infinity);
    const gap = best === null ? Infinity : Math.max(0, best.value - bound) / this.#size;
    const isProven = status !== "optimal" || gap <= INTEGER_GAP;
    return {
      status: isProven ? status : "not_proven",
      best,
      bound,
      gap,
      size: this.#size,
      nodes: this.#nodes,
      iterations: this.#iterations,
    };
  }
}
