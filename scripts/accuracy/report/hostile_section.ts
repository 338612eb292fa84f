import { hostileMarkets } from "../timing/hostile_markets.ts";
import type { LogHeader } from "../result_log.ts";
import { isCertified, SECONDS_OF_ANY, type TimedLine } from "../timing/timed_line.ts";
import { saysWhy, slowestOf } from "../timing/timing_table.ts";
import { markdownTable } from "./markdown.ts";

/**
 * Returns the section of the accuracy document on hostile data sets: a table row per data set, then the reasons of
 * methods without a proven answer.
 */
export function hostileSection(lines: readonly TimedLine[], { seed }: LogHeader["about"]): readonly string[] {
  const markets = hostileMarkets(Number(seed));
  const linesOf = (set: string): readonly TimedLine[] => lines.filter((line) => line.set === set);
  const answered = lines.filter((line) => isCertified(line) || saysWhy(line)).length;
  return [
    `Every method on ten data sets of seed ${seed}: it is to be certified, or to say why not in one sentence, and to take ` +
    `no more than ${SECONDS_OF_ANY} s. ${answered} of ${lines.length} are or do.`,
    markdownTable([
      ["data", "what it is", "methods", "certified", "said why not", "neither", "slowest s", "of"],
      ...markets.filter(({ name }) => linesOf(name).length > 0).map(({ name, about }) => {
        const own = linesOf(name), slowest = slowestOf(own);
        const certified = own.filter(isCertified).length, said = own.filter(saysWhy).length;
        return [
          name,
          about,
          ...[own.length, certified, said, own.length - certified - said].map(String),
          slowest.answer === null ? `over ${slowest.limit}` : slowest.answer.seconds.toFixed(2),
          slowest.name,
        ];
      }),
    ]),
    "What the others say:",
    markets.flatMap(({ name }) => saidOn(name, linesOf(name))).join("\n"),
  ];
}

/**
 * Returns the reasons that methods without a proven answer give on a data set. Methods with the same reason share a
 * line.
 */
function saidOn(set: string, lines: readonly TimedLine[]): readonly string[] {
  const bySentence = new Map<string, string[]>();
  for (const line of lines.filter((one) => !isCertified(one))) {
    const { answer, limit, name } = line;
    const sentence = answer === null
      ? `stopped after ${limit} s`
      : `${answer.status}, ${answer.detail ?? "no sentence"}`;
    bySentence.set(sentence, [...bySentence.get(sentence) ?? [], name]);
  }
  return [...bySentence].map(([sentence, names]) => `- ${set}: ${names.join(", ")}: ${sentence}`);
}
