import type { ProgramAnswer } from "../certify/program_answer.ts";
import type { Task } from "../ways/way.ts";

/** One more attempt at a program after all ways have left its answer unproven. */
export interface Rescue {
  readonly id: string;
  suits(task: Task, answer: ProgramAnswer): boolean;
  /** A verdict; null where it comes to none. */
  solve(task: Task, answer: ProgramAnswer): ProgramAnswer | null;
}
