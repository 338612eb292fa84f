import { z } from "zod";
import { ENGINE } from "../logs.ts";
import { ResultLog } from "../result_log.ts";
import { TIMED_ANSWER } from "./timed_task.ts";

/** A line of the log of times: what a method came to on a data set. */
export const TIMED_LINE = z.strictObject({
  /** The data set, or the rules on it. */
  set: z.string(),
  /** The method and what is chosen of it. */
  name: z.string(),
  secondsAtMost: z.number(),
  /** Null of a method that was stopped at the limit. */
  answer: TIMED_ANSWER.nullable(),
  /** The seconds of the processor after which a method is stopped. */
  limit: z.number(),
});

export type TimedLine = z.infer<typeof TIMED_LINE>;

/** No method may take longer, whatever it is made of. */
export const SECONDS_OF_ANY = 20;

/** What identifies a line. */
export function keyOfLine({ set, name }: Pick<TimedLine, "set" | "name">): string {
  return `${set}: ${name}`;
}

/** Whether an answer is proven, or follows from a formula. */
export function isCertified({ answer }: TimedLine): boolean {
  return answer !== null && (answer.status === "computed" || (answer.status === "optimal" && answer.isProven));
}

/** Whether there is an answer in the time that there is. */
export function isInTime({ answer, secondsAtMost }: TimedLine): boolean {
  return answer !== null && answer.seconds <= secondsAtMost;
}

/** The log of times at a path. Throws `UsageError` where it was made by other sources or of other data. */
export function openTimes(
  path: string,
  about: Readonly<Record<string, string | number>>,
): Promise<ResultLog<TimedLine>> {
  const sources = [...ENGINE, "scripts/accuracy/timing"];
  return ResultLog.open<TimedLine>(path, { sources, about, schema: TIMED_LINE, keyOf: keyOfLine });
}
