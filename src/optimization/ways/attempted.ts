import { DomainError } from "../../domain/errors.ts";
import { Stopped } from "../../domain/stopped.ts";

/**
 * What a step of the solver answers, or null where it fails by an error of its own: the next one is asked, and the
 * certificate tells of it by `threw`. A refusal such as `out_of_memory`, and that the run was stopped, are thrown on.
 */
export function attempted<Answer>(step: () => Answer): Answer | null {
  try {
    return step();
  } catch (error) {
    if (error instanceof Stopped || error instanceof DomainError) throw error;
    return null;
  }
}

/** Returns how a certificate names a way or a rescue that threw. */
export function threw(id: string): string {
  return `${id} threw`;
}
