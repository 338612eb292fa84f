import type { Kernels } from "../../kernels/mod.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import type { Reduction } from "../presolve/reduction.ts";
import type { Program } from "../program/program.ts";

/** What solves a reduction of a program. */
export interface Engine {
  readonly id: string;
  /** Null where the reduction is none for it, or it has no answer. */
  solve(program: Program, kernels: Kernels, reduction: Reduction): ReducedAnswer | null;
}
