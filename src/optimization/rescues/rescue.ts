import type { ProgramAnswer } from "../certify/program_answer.ts";
import type { Task } from "../ways/way.ts";

/** Another attempt at a program whose answer all ways left unproven. */
export interface Rescue {
  readonly id: string;
  suits(task: Task, answer: ProgramAnswer): boolean;
  /** Returns a verdict, or null if it finds none. */
  solve(task: Task, answer: ProgramAnswer): ProgramAnswer | null;
}
