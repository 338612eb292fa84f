import type { Conflict } from "../domain/errors.ts";
import type { JobErrorCode } from "../domain/job.ts";
import { detailOfConflict } from "./conflict_faults.ts";
import type { MethodConflict } from "./method_conflicts.ts";
import type { MethodAnswer } from "./method_result.ts";

/** Error of a run in which no method found weights: code, sentence and conflict of rules. */
export interface RunError {
  readonly code: JobErrorCode;
  readonly detail: string;
  readonly conflict: Conflict | null;
}

/**
 * Largest number of characters of the sentence that lists why all methods failed. It is stored in the record of a job,
 * which holds at most 64 KiB.
 */
const CHARACTERS_AT_MOST = 6_000;

/**
 * Returns the error of a run in which no method found weights; null if one did. The error carries the conflict of the
 * first method that has one. The sentence names that method if the conflict does not concern all methods, and it
 * describes the other conflicts as reasons.
 */
export function runErrorOf(
  answers: readonly MethodAnswer[],
  conflicts: readonly MethodConflict[],
): RunError | null {
  const results = answers.map(({ result }) => result);
  if (results.some(({ weights }) => weights !== null)) return null;
  const reasons = reasonsOf(results);
  const [first] = conflicts;
  if (first !== undefined && results.every(({ status }) => status === "infeasible")) {
    const { keys, conflict } = first;
    const detail = keys.length === results.length
      ? detailOfConflict(first)
      : `No method has an answer, and the conflict is between the rules of ${keys.join(", ")}; ${reasons}`;
    return { code: "constraints_infeasible", detail, conflict };
  }
  const code = answers.every(({ code }) => code === "out_of_memory") ? "out_of_memory" : "methods_failed";
  return { code, detail: `No method has an answer; ${reasons}`, conflict: null };
}

/** Lists the reasons why methods failed. Methods with the same reason are listed together. */
function reasonsOf(results: readonly MethodAnswer["result"][]): string {
  const keys = new Map<string | null, string[]>();
  for (const { key, detail } of results) keys.set(detail, [...keys.get(detail) ?? [], key]);
  const most = Math.floor(CHARACTERS_AT_MOST / keys.size);
  return [...keys].map(([detail, own]) => cut(`${own.join(", ")}: ${detail}`, most)).join("; ");
}

function cut(reason: string, most: number): string {
  return reason.length <= most ? reason : `${reason.slice(0, most).toWellFormed()}…`;
}
