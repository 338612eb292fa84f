import type { Kernels } from "../../kernels/mod.ts";
import type { ProgramAnswer } from "../certify/program_answer.ts";
import type { Program } from "../program/program.ts";
import type { ProgramOptions, Purpose } from "../program_options.ts";

/** The result of a way that found no answer, with its iterations. */
export interface Unsolved {
  readonly status: "unsolved";
  readonly iterations: number;
}

/** No answer, without iterations worth counting. */
export const UNSOLVED: Unsolved = { status: "unsolved", iterations: 0 };

/**
 * A program to solve, with the options of `program_options.ts`: guesses of its optimum and the purpose of the answer.
 */
export class Task {
  readonly program: Program;
  readonly kernels: Kernels;
  readonly guess: ProgramOptions["guess"];
  readonly likely: ProgramOptions["likely"];
  readonly purpose: Purpose;
  #near: Float64Array | null = null;

  constructor(program: Program, kernels: Kernels, { guess, likely = guess, purpose = "shown" }: ProgramOptions) {
    this.program = program;
    this.kernels = kernels;
    this.guess = guess;
    this.likely = likely;
    this.purpose = purpose;
  }

  /** The point of the guess, computed once. Null if there is no guess. */
  get near(): Float64Array | null {
    return this.#near ??= this.guess?.() ?? null;
  }
}

/** A way to solve a program: it calls engines or further ways. */
export interface Way {
  readonly id: string;
  /** Whether the answer of this way ends the search even if it is unproven. */
  readonly isLast?: true;
  /** Whether the way is for this program. */
  suits(task: Task): boolean;
  /** Solves the program. An unproven answer is the result only if no later way proves one. */
  solve(task: Task): ProgramAnswer | Unsolved;
}
