import type { Point } from "../program/point.ts";

/** What came of a reduction, as a point of the whole program. */
export type ReducedAnswer =
  | { readonly status: "solved"; readonly point: Point; readonly solver: string; readonly iterations: number }
  /** `multipliers` prove it: with them no values of the free variables meet the rows. */
  | {
    readonly status: "infeasible";
    readonly multipliers: Float64Array;
    readonly solver: string;
    readonly iterations: number;
  }
  | { readonly status: "unbounded"; readonly solver: string; readonly iterations: number }
  | { readonly status: "unsolved"; readonly solver: string; readonly iterations: number };
