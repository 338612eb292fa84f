import type { Program } from "../../program/program.ts";
import type { BestSupport, SolveNear } from "./decided_supports.ts";

/** How the programs of a search are solved. */
export interface SupportSearchOptions {
  /** With some weights undecided: what is minimised is bounded, no more. */
  readonly relax: SolveNear;
  /** At most what a program minimises, about as much as a solver of cones finds. */
  readonly bound: (program: Program) => number;
  /** With every weight decided. */
  readonly solve: SolveNear;
  readonly nodesAtMost: number;
  /** Whether the programs solved so far are as much work as a search may be, with weights found or without. */
  readonly isSpent?: (state: { readonly nodes: number; readonly isFound: boolean }) => boolean;
  /** Whether any point will do, not the best alone. */
  readonly isEnough?: boolean;
}

/** What a search came to. */
export interface FoundSupport {
  /** `infeasible` and `unbounded` are proven; `not_proven` where something was left undecided, or the nodes ran out. */
  readonly status: "optimal" | "not_proven" | "infeasible" | "unbounded";
  /** Null where no weights were found; of an unbounded program some of those that keep its rules. */
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
