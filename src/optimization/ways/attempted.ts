import { DomainError } from "../../domain/errors.ts";
import { Stopped } from "../../domain/stopped.ts";
import { OutOfWork } from "../work/work_budget.ts";

/** Errors that end the whole computation instead of one step. */
const ENDING = [Stopped, OutOfWork, DomainError] as const;

/**
 * Runs a step of the solver. Returns null if the step throws an error of its own: the caller then tries the next step,
 * and the certificate names the failed one by `threw`. Refusals such as `out_of_memory`, a stopped run and used-up work
 * are thrown on.
 */
export function attempted<Answer>(step: () => Answer): Answer | null {
  try {
    return step();
  } catch (error) {
    if (ENDING.some((ends) => error instanceof ends)) throw error;
    return null;
  }
}

/** Returns the name of a way or a rescue that threw, for the certificate. */
export function threw(id: string): string {
  return `${id} threw`;
}
