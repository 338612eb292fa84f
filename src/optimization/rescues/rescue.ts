import type { ProgramAnswer } from "../certify/program_answer.ts";
import type { Task } from "../ways/way.ts";

/** What may still give a verdict on a program whose answer nothing proves. */
export interface Rescue {
  readonly id: string;
  suits(task: Task, answer: ProgramAnswer): boolean;
  /** A verdict; null where it comes to none. */
  solve(task: Task, answer: ProgramAnswer): ProgramAnswer | null;
}
