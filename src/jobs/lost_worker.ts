import { DomainError } from "../domain/errors.ts";

/**
 * Returns the error of a computation whose worker is lost. Another attempt may succeed. `inside` is for the log and
 * never for a caller.
 */
export function lostWorker(how: string, inside?: string): DomainError {
  const error = new DomainError("worker_lost", `The worker of the computation was lost: ${how}`);
  if (inside !== undefined) error.cause = inside;
  return error;
}
