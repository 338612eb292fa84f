import { DomainError } from "../../src/domain/errors.ts";

/**
 * What is told of an error that refuses nothing but fails: one sentence; with `traces`, for who works on the program,
 * its trace before it.
 */
export function failureLines(error: unknown, { traces }: { traces: boolean }): readonly string[] {
  const isKnown = error instanceof DomainError;
  const sentence = isKnown
    ? `${error.code}: ${error.message}`
    : "internal: Cannot finish the run for a reason inside the program";
  const inside = isKnown ? error.cause : error instanceof Error ? error.stack : String(error);
  return traces && typeof inside === "string" ? [inside, sentence] : [sentence];
}
