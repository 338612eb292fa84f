import { DomainError } from "../../src/domain/errors.ts";
import { traceOf } from "../../src/domain/trace_of.ts";

/**
 * Returns the lines about an error that is not the request's fault: one sentence, preceded by the stack trace where
 * `traces` is set, for developers.
 */
export function failureLines(error: unknown, { traces }: { traces: boolean }): readonly string[] {
  const isKnown = error instanceof DomainError;
  const sentence = isKnown
    ? `${error.code}: ${error.message}`
    : "internal: Cannot finish the run for a reason inside the program";
  const inside = isKnown ? error.cause : traceOf(error);
  return traces && typeof inside === "string" ? [inside, sentence] : [sentence];
}
