import type { Program } from "../../program/program.ts";
import type { BestSupport, SolveNear } from "./decided_supports.ts";
import type { Support } from "./support.ts";

/** How a search solves its programs and when it ends. */
export interface SupportSearchOptions {
  /** Solves a program with undecided weights. The search needs a lower bound and, if there is one, a point to round. */
  readonly relax: SolveNear;
  /** Returns a lower bound of a program by the conic solver. */
  readonly bound: (program: Program) => number;
  /** Solves a program whose weights are all decided. */
  readonly solve: SolveNear;
  /** Returns a better decided support near one that the search found; null if there is none. */
  readonly improve?: (support: Support) => Support | null;
  readonly nodesAtMost: number;
  /**
   * Whether the programs so far have used up the work of a search. The limit may depend on whether weights were found.
   */
  readonly isSpent?: (state: { readonly nodes: number; readonly isFound: boolean }) => boolean;
  /** Whether any feasible point ends the search. */
  readonly isEnough?: boolean;
}

/** Result of a search. */
export interface FoundSupport {
  /**
   * `infeasible` and `unbounded` are proven. `not_proven` means that nodes were left open beyond the gap, or that no
   * weights were found without a proof that none exist.
   */
  readonly status: "optimal" | "not_proven" | "infeasible" | "unbounded";
  /** The best weights, null if none were found. For an unbounded program, some feasible weights if known. */
  readonly best: BestSupport | null;
  /** Lower bound of the objective over all supports. */
  readonly bound: number;
  /** Relative gap between the best weights and the bound. */
  readonly gap: number;
  /** The size of the objective at the best weights, by which the gap is divided. */
  readonly size: number;
  readonly nodes: number;
  readonly iterations: number;
}
