import { DomainError } from "../../src/domain/errors.ts";
import { traceOf } from "../../src/domain/trace_of.ts";

/**
 * What is told of an error that refuses nothing but fails: one sentence; with `traces`, for who works on the program,
 * its trace before it.
 */
export function failureLines(error: unknown, { traces }: { traces: boolean }): readonly string[] {
  const isKnown = error instanceof DomainError;
  const sentence = isKnown
    ? `${error.code}: ${error.message}`
    : "internal: Cannot finish the run for a reason inside the program";
  const inside = isKnown ? error.cause : traceOf(error);
  return traces && typeof inside === "string" ? [inside, sentence] : [sentence];
}
