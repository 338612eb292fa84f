import { z } from "zod";
import { ENGINE } from "../logs.ts";
import { ResultLog } from "../result_log.ts";
import { TIMED_ANSWER } from "./timed_task.ts";

/** Log line: the time and answer of one method on one data set. */
export const TIMED_LINE = z.strictObject({
  /** Name of the data set on which the method was timed, or of the constraints on it. */
  set: z.string(),
  /** Name of the timed method with its chosen measure. */
  name: z.string(),
  secondsAtMost: z.number(),
  /** Answer of the timed method, or null where it was stopped at the time limit. */
  answer: TIMED_ANSWER.nullable(),
  /** Processor seconds after which a timed method is stopped. */
  limit: z.number(),
});

export type TimedLine = z.infer<typeof TIMED_LINE>;

/** Largest number of processor seconds that any method may take. */
export const SECONDS_OF_ANY = 20;

/** Returns the key of a log line: data set and method. */
export function keyOfLine({ set, name }: Pick<TimedLine, "set" | "name">): string {
  return `${set}: ${name}`;
}

/** Whether an answer is proven optimal or follows from a formula. */
export function isCertified({ answer }: TimedLine): boolean {
  return answer !== null && (answer.status === "computed" || (answer.status === "optimal" && answer.isProven));
}

/** Whether a method answered within the processor seconds that it may take. */
export function isInTime({ answer, secondsAtMost }: TimedLine): boolean {
  return answer !== null && answer.seconds <= secondsAtMost;
}

/**
 * Opens the log of the methods' computing times at a path, or creates it. Throws `UsageError` where other source code
 * or other data made it.
 */
export function openTimes(
  path: string,
  about: Readonly<Record<string, string | number>>,
): Promise<ResultLog<TimedLine>> {
  const sources = [...ENGINE, "scripts/accuracy/timing"];
  return ResultLog.open<TimedLine>(path, { sources, about, schema: TIMED_LINE, keyOf: keyOfLine });
}
