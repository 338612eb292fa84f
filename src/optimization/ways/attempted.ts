import { DomainError } from "../../domain/errors.ts";
import { Stopped } from "../../domain/stopped.ts";
import { OutOfWork } from "../work/work_budget.ts";

/** Errors that end the whole computation, not only a step of it. */
const ENDING = [Stopped, OutOfWork, DomainError] as const;

/**
 * What a step of the solver answers, or null where it fails by an error of its own: the next one is asked, and the
 * certificate tells of it by `threw`. Refusals such as `out_of_memory` are thrown on, and so is that the run was
 * stopped or that its work is used up.
 */
export function attempted<Answer>(step: () => Answer): Answer | null {
  try {
    return step();
  } catch (error) {
    if (ENDING.some((ends) => error instanceof ends)) throw error;
    return null;
  }
}

/** Returns how a certificate names a way or a rescue that threw. */
export function threw(id: string): string {
  return `${id} threw`;
}
