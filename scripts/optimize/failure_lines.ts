import { DomainError } from "../../src/domain/errors.ts";
import { traceOf } from "../../src/domain/trace_of.ts";

/**
 * Returns the lines about an error that is not the request's fault: one sentence, preceded where `traces` is set by the
 * stack trace, or by the stored cause of a known error, for developers.
 */
export function failureLines(error: unknown, { traces }: { traces: boolean }): readonly string[] {
  const isKnown = error instanceof DomainError;
  const sentence = isKnown
    ? `${error.code}: ${error.message}`
    : "internal: Cannot finish the run for a reason inside the program";
  const inside = isKnown ? error.cause : traceOf(error);
  return traces && typeof inside === "string" ? [inside, sentence] : [sentence];
}
