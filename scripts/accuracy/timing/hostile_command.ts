import { type Command, readOptions, wholeNumber } from "../command.ts";
import { LOGS } from "../logs.ts";
import { EXIT, say } from "../say.ts";
import { hostileMarkets } from "./hostile_markets.ts";
import { timeMethods } from "./time_methods.ts";
import { isCertified, openTimes, SECONDS_OF_ANY } from "./timed_line.ts";
import { everyMethod } from "./timed_methods.ts";
import { saysWhy, timedText, timingTable } from "./timing_table.ts";

/** Command that times every method on ten hostile data sets. */
export const hostileCommand: Command = {
  name: "hostile",
  usage: `hostile [--seed N] [--only TEXT] [--limit S] [--out FILE]
    Every method on ten data sets that break what solvers take for granted, made by the seed, 1 if left out: certified
    or one sentence why not, and nothing over ${SECONDS_OF_ANY} s.
    --only TEXT    only the methods whose name contains it
    --limit S      seconds of the processor after which a method is stopped, 60 if left out
    --out FILE     a line each, ${LOGS.hostile} if left out`,
  async run(args) {
    const { seed = "1", only = "", limit = "60", out = LOGS.hostile } = readOptions(args, [
      "seed",
      "only",
      "limit",
      "out",
    ]);
    const log = await openTimes(out, { seed: wholeNumber("seed", seed) });
    const sets = hostileMarkets(wholeNumber("seed", seed)).map(({ name, returns, benchmark }) => ({
      name,
      returns,
      benchmark,
      constraints: {},
      methods: everyMethod(returns).filter((method) => method.name.includes(only)),
    }));
    await timeMethods(sets, log, {
      limit: wholeNumber("limit", limit),
      tell: (line) => say(timedText(line)),
    });
    const lines = log.lines.filter((line) => line.name.includes(only));
    say(`\n${timingTable(lines)}`);
    return lines.every((line) => (isCertified(line) || saysWhy(line)) && isWithin(line)) ? EXIT.met : EXIT.missed;
  },
};

function isWithin({ answer }: { readonly answer: { readonly seconds: number } | null }): boolean {
  return answer !== null && answer.seconds <= SECONDS_OF_ANY;
}
