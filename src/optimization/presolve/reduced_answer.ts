import type { Point } from "../program/point.ts";

/** The answer of an engine to a reduction. Points and multipliers are those of the whole program. */
export type ReducedAnswer =
  | { readonly status: "solved"; readonly point: Point; readonly solver: string; readonly iterations: number }
  /** The multipliers prove that no values of the free variables satisfy the rows. */
  | {
    readonly status: "infeasible";
    readonly multipliers: Float64Array;
    readonly solver: string;
    readonly iterations: number;
  }
  | { readonly status: "unbounded"; readonly solver: string; readonly iterations: number }
  | { readonly status: "unsolved"; readonly solver: string; readonly iterations: number };
