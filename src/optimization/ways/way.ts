import type { Kernels } from "../../kernels/mod.ts";
import type { ProgramAnswer } from "../certify/program_answer.ts";
import type { Program } from "../program/program.ts";
import type { ProgramOptions, Purpose } from "../program_options.ts";

/** What a way comes to that has no answer, and the iterations that it took. */
export interface Unsolved {
  readonly status: "unsolved";
  readonly iterations: number;
}

/** No answer, at next to no cost. */
export const UNSOLVED: Unsolved = { status: "unsolved", iterations: 0 };

/** A program that is to be solved, and where from. */
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

  /** The point of the guess, which is made once; null where there is none. */
  get near(): Float64Array | null {
    return this.#near ??= this.guess?.() ?? null;
  }
}

/** One way to solve a program. */
export interface Way {
  readonly id: string;
  /** Whether the answer ends the search even where nothing proves it. */
  readonly isLast?: true;
  /** Whether the program is one for it, after ways that kept an unproven answer or none. */
  suits(task: Task, kept: ProgramAnswer | null): boolean;
  /** An answer that is not proven is kept for where no later way has one that is. */
  solve(task: Task): ProgramAnswer | Unsolved;
}
