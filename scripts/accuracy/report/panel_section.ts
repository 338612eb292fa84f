import { matrix } from "../../../src/domain/matrix.ts";
import type { LogHeader } from "../result_log.ts";
import { isCertified, isInTime, type TimedLine } from "../timing/timed_line.ts";
import { everyProgram } from "../timing/timed_methods.ts";
import { gapText } from "../timing/timing_table.ts";
import { counted, markdownTable } from "./markdown.ts";

/**
 * Returns the section of the accuracy document on a panel of stocks: for each method its status, duality gap and
 * processor seconds, long only and with limits on groups.
 */
export function panelSection(lines: readonly TimedLine[], about: LogHeader["about"]): readonly string[] {
  const sets = [...new Set(lines.map(({ set }) => set))], names = [...new Set(lines.map(({ name }) => name))];
  const lineAt = (set: string, name: string): TimedLine | undefined =>
    lines.find((line) => line.set === set && line.name === name);
  const missed = lines.filter((line) => !isCertified(line) || !isInTime(line));
  return [
    `The daily returns of ${about.assets} stocks of the S&P 500 over ${
      counted(Number(about.observations))
    } days, prices ` +
    "that are no part of this project: every method that follows from a program, and mean_risk of every measure that " +
    `no other method minimises. Each is to be proven, and in time. ${
      lines.length - missed.length
    } of ${lines.length} are.`,
    markdownTable([
      ["method", "at most s", ...sets.flatMap((set) => [set, "gap", "s"])],
      ...names.map((name) => [
        name,
        String(lines.find((line) => line.name === name)?.secondsAtMost ?? ""),
        ...sets.flatMap((set) => cellsOf(lineAt(set, name))),
      ]),
    ]),
    ...sets.flatMap((set) => unmeasured(set, (name) => lineAt(set, name) !== undefined)),
    ...missed.length === 0 ? [] : ["What falls short:", missed.map(shortcoming).join("\n")],
  ];
}

/**
 * Returns the line of the accuracy document about methods that an interrupted run has not measured yet, or nothing
 * where all are measured.
 */
function unmeasured(set: string, isMeasured: (name: string) => boolean): readonly string[] {
  const left = everyProgram(matrix(2, 1)).map(({ name }) => name).filter((name) => !isMeasured(name));
  return left.length === 0 ? [] : [`Not run yet, ${set}: ${left.join(", ")}.`];
}

function cellsOf(line: TimedLine | undefined): readonly string[] {
  if (line === undefined) return ["-", "-", "-"];
  if (line.answer === null) return ["stopped", "-", `over ${line.limit}`];
  const { status, gap, seconds } = line.answer;
  return [isCertified(line) ? "proven" : status, gapText(gap), seconds.toFixed(2)];
}

function shortcoming(line: TimedLine): string {
  const { set, name, answer, limit, secondsAtMost } = line;
  const of = `- ${name}, ${set}: `;
  if (answer === null) return `${of}stopped after ${limit} s`;
  const late = answer.seconds > secondsAtMost ? [`${answer.seconds.toFixed(2)} s of ${secondsAtMost}`] : [];
  const open = isCertified(line) ? [] : [`${answer.status}, ${answer.detail ?? "without a sentence"}`];
  return `${of}${[...late, ...open].join("; ")}`;
}
