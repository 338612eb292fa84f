import type { Kernels } from "../../kernels/mod.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import type { Reduction } from "../presolve/reduction.ts";
import type { Program } from "../program/program.ts";

/** A solver of reduced programs. */
export interface Engine {
  readonly id: string;
  /** Returns null where the engine does not take the reduction, or found no answer. */
  solve(program: Program, kernels: Kernels, reduction: Reduction): ReducedAnswer | null;
}
