import type { Program } from "../../program/program.ts";
import { brokenCountRows } from "./count_rows.ts";
import { type Cut, withCuts } from "./cut.ts";
import { type CutBounded, CutRelaxations } from "./cut_relaxations.ts";
import { DecidedSupports, programWithin, type SupportedProgram } from "./decided_supports.ts";
import { OpenNodes } from "./open_nodes.ts";
import { PerspectiveBounds } from "./perspective_bounds.ts";
import { INTEGER_GAP } from "../../certify/proof.ts";
import {
  branchingPlace,
  isDecided,
  LONG,
  openSupport,
  OUT,
  propagate,
  roundedSupport,
  SHORT,
  type Support,
} from "./support.ts";
import type { FoundSupport, SupportSearchOptions } from "./found_support.ts";
import { withRows } from "../../program/with_rows.ts";

/**
 * Solves min ½ x'Px + q'x under the rules of a program, with each weight 0 or of at least a least size, and with counts
 * of the weights that are not 0. The search over supports, the choices of which weights are 0, is branch and bound
 * (Land and Doig 1960; Bertsimas and Shioda 2009, Algorithm for cardinality-constrained quadratic optimization). A node
 * is a program whose weights lie in the hull of the values that its support leaves open, and its multipliers bound it
 * from below. The search takes the node of least bound first, rounds its weights to a support and solves that. A node
 * is closed only if its bound reaches the cutoff or if it is proven infeasible.
 */
export function searchSupports(searched: SupportedProgram, options: SupportSearchOptions): FoundSupport {
  return new Search(searched, options).run();
}

interface Node {
  readonly support: Support;
  readonly bound: number;
  /** Index of the weight to decide next. */
  readonly branch: number;
  /** A point of the node, null if none was found. */
  readonly near: Float64Array | null;
  /** The cuts in use at the point. They come from rules that the program leaves out (`rules_beside.ts`). */
  readonly cuts: readonly Cut[];
}

/** Start of a node: a bound, a point and cuts of its parent. */
type Start = Pick<Node, "bound" | "near" | "cuts">;

/** Most programs with cuts for the root, and for any other node. */
const ROOT_CUTS = 40, NODE_CUTS = 16;

class Search {
  readonly #searched: SupportedProgram;
  readonly #options: SupportSearchOptions;
  readonly #open = new OpenNodes<Node>();
  readonly #relaxations: CutRelaxations;
  readonly #decided: DecidedSupports;
  readonly #perspective: PerspectiveBounds;
  /** Least bound of the closed and abandoned nodes. */
  #left = Infinity;
  #nodes = 0;

  constructor(searched: SupportedProgram, options: SupportSearchOptions) {
    this.#searched = searched;
    this.#options = options;
    const { weights, beside = null } = searched;
    this.#relaxations = new CutRelaxations({ weights, beside }, options.relax);
    this.#decided = new DecidedSupports(searched, this.#relaxations, options);
    this.#perspective = new PerspectiveBounds(searched, this.#relaxations, options.bound);
  }

  run(): FoundSupport {
    const { program, weights, rules } = this.#searched;
    const root = openSupport(program, weights, rules.leastSize);
    let isUnbounded = this.#visit(root, { bound: -Infinity, near: null, cuts: [] }) === "unbounded";
    for (let node = this.#open.take(); node !== null && !isUnbounded; node = this.#open.take()) {
      if (node.bound >= this.#decided.cutoff || this.#isSpent) {
        // Every other open node has a bound at least as high.
        this.#leave(node.bound);
        break;
      }
      isUnbounded = this.#branch(node) === "unbounded";
    }
    if (isUnbounded) return this.#outcome("unbounded");
    if (this.#decided.best === null) return this.#outcome(this.#left === Infinity ? "infeasible" : "not_proven");
    return this.#outcome("optimal");
  }

  get #isSpent(): boolean {
    const { nodesAtMost, isSpent } = this.#options, nodes = this.#nodes;
    return nodes >= nodesAtMost || isSpent?.({ nodes, isFound: this.#decided.best !== null }) === true;
  }

  #branch(node: Node): "unbounded" | void {
    for (const option of [LONG, SHORT, OUT]) {
      if (this.#decided.cutoff === -Infinity) return;
      if ((node.support[node.branch] & option) === 0) continue;
      const support = node.support.slice();
      support[node.branch] = option;
      if (this.#visit(support, node) === "unbounded") return "unbounded";
    }
  }

  /** Bounds a node and solves the support rounded from its weights. Keeps a node open that may hold better weights. */
  #visit(support: Support, parent: Start): "unbounded" | void {
    const { weights: { offset, count }, rules, beside = null } = this.#searched;
    if (!propagate(support, rules.counts)) return;
    this.#nodes++;
    if (isDecided(support)) {
      const own = this.#decided.solve(support, parent);
      return own === "unbounded" ? own : this.#leave(Math.max(parent.bound, own));
    }
    const relaxed = this.#relaxed(support, parent);
    if (relaxed === "infeasible") return;
    const { x, cuts } = relaxed, plain = Math.max(parent.bound, relaxed.bound);
    if (plain >= this.#decided.cutoff) return this.#leave(plain);
    const at = x?.subarray(offset, offset + count) ?? new Float64Array(count);
    const taken = beside?.taken, start = { near: x, cuts, bound: plain };
    if (this.#roundedAt(support, at, start) === "unbounded") return "unbounded";
    if (beside?.taken !== taken) return this.#visit(support, start);
    const bound = x === null
      ? plain
      : this.#perspective.bound(support, { x, known: plain, cuts, cutoff: this.#decided.cutoff });
    if (bound >= this.#decided.cutoff) return this.#leave(bound);
    this.#open.add({ support, bound, branch: branchingPlace(support, at, rules), near: x, cuts }, bound);
  }

  /**
   * Solves the support rounded from weights. If that finds no weights at the first node, also tries a support that
   * holds as many weights as the counts allow, however small they are.
   */
  #roundedAt(support: Support, at: Float64Array, start: Start): "unbounded" | void {
    const { rules } = this.#searched, sizes = this.#open.isEmpty ? [rules.leastSize, 0] : [rules.leastSize];
    for (const leastSize of sizes) {
      const rounded = roundedSupport(support, at, { ...rules, leastSize });
      const before = this.#decided.best;
      if (rounded !== null && this.#decided.solve(rounded, start) === "unbounded") return "unbounded";
      // Weights whose objective is the bound of the first node cannot get better.
      if (rounded !== null && this.#decided.best !== before && start.bound < this.#decided.cutoff) {
        this.#improve(rounded, start);
      }
      if (this.#decided.best !== null) return;
    }
  }

  /** Solves a better support near one that was just found. */
  #improve(support: Support, start: Start): void {
    const better = this.#options.improve?.(support) ?? null;
    if (better !== null) this.#decided.solve(better, start);
  }

  /**
   * Bounds a node by its program with cuts. If the point breaks them, rows for the number of held weights
   * (`count_rows.ts`) and cuts of the rules that the program leaves out are added.
   */
  #relaxed(support: Support, { near, cuts }: Pick<Start, "near" | "cuts">): CutBounded | "infeasible" {
    const { weights, rules, beside = null } = this.#searched, within = this.#within(support);
    const first = this.#relaxations.bounded(withCuts(within, weights, cuts), near);
    if (first === "infeasible") return first;
    if (first.x === null && beside !== null && beside.taken > 0) {
      const { size } = this.#searched.program;
      return this.#relaxations.boundedInWeights(this.#within(support, beside.program()), size);
    }
    if (first.x === null || first.bound >= this.#decided.cutoff) return { ...first, cuts };
    const rows = brokenCountRows(support, within, { x: first.x, weights, rules }), counted = withRows(within, rows);
    const next = rows.length === 0 ? first : this.#relaxations.bounded(withCuts(counted, weights, cuts), first.x);
    if (next === "infeasible") return next;
    const best = { x: next.x ?? first.x, bound: Math.max(first.bound, next.bound), cuts };
    return this.#relaxations.cut(counted, best, {
      roundsAtMost: this.#open.isEmpty ? ROOT_CUTS : NODE_CUTS,
      cutoff: this.#decided.cutoff,
    });
  }

  /** Records the bound of a node that is closed or abandoned. */
  #leave(bound: number): void {
    this.#left = Math.min(this.#left, bound);
  }

  #within(support: Support, program: Program = this.#searched.program): Program {
    return programWithin(support, program, this.#searched);
  }

  #outcome(status: FoundSupport["status"]): FoundSupport {
    const best = this.#decided.best;
    const bound = status === "unbounded" ? -Infinity : Math.min(this.#left, best?.value ?? Infinity);
    const gap = best === null ? Infinity : Math.max(0, best.value - bound) / this.#decided.size;
    const isProven = status !== "optimal" || gap <= INTEGER_GAP;
    return {
      status: isProven ? status : "not_proven",
      best,
      bound,
      gap,
      size: this.#decided.size,
      nodes: this.#nodes,
      iterations: this.#relaxations.iterations + this.#decided.iterations,
    };
  }
}
