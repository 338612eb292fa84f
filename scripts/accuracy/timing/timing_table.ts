import { textTable } from "../../optimize/text_table.ts";
import { isCertified, isInTime, type TimedLine } from "./timed_line.ts";

/** Returns the text line that reports one timed method. */
export function timedText({ set, name, answer, limit, secondsAtMost }: TimedLine): string {
  if (answer === null) return `${set}: ${name} was stopped after ${limit} s\n`;
  const { status, gap, seconds, detail } = answer;
  const late = seconds > secondsAtMost ? `, over ${secondsAtMost} s` : "";
  return `${set}: ${name} ${status}, gap ${gapText(gap)}, ${seconds.toFixed(3)} s${late}${
    detail ? `: ${detail}` : ""
  }\n`;
}

/**
 * Returns a table with a row per data set: how many methods are certified, how many give a reason instead, and the
 * slowest.
 */
export function timingTable(lines: readonly TimedLine[]): string {
  const sets = [...new Set(lines.map(({ set }) => set))];
  return textTable([
    ["", "methods", "certified", "said why not", "neither", "in time", "slowest s", "of"],
    ...sets.map((set) => {
      const own = lines.filter((line) => line.set === set), slowest = slowestOf(own);
      return [
        set,
        String(own.length),
        String(own.filter(isCertified).length),
        String(own.filter(saysWhy).length),
        String(own.filter((line) => !isCertified(line) && !saysWhy(line)).length),
        String(own.filter(isInTime).length),
        slowest.answer === null ? `over ${slowest.limit}` : slowest.answer.seconds.toFixed(2),
        slowest.name,
      ];
    }),
  ]);
}

/** Whether a method without a proven answer explains this in a sentence. */
export function saysWhy(line: TimedLine): boolean {
  const detail = line.answer?.detail ?? null;
  return !isCertified(line) && detail !== null && !detail.startsWith("thrown: ");
}

/** Returns the slowest of the log lines of timed methods. A method that was stopped counts as slowest. */
export function slowestOf(lines: readonly TimedLine[]): TimedLine {
  const seconds = ({ answer }: TimedLine): number => answer?.seconds ?? Infinity;
  return lines.reduce((most, line) => seconds(line) > seconds(most) ? line : most);
}

/** Returns a duality gap as text, or a dash where there is none. */
export function gapText(gap: number | null): string {
  return gap === null ? "-" : gap === 0 ? "0" : gap.toExponential(1);
}
