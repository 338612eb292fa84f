import { METHODS } from "../../../src/optimization/methods/mod.ts";
import { type Command, readOptions, wholeNumber } from "../command.ts";
import { LOGS } from "../logs.ts";
import { EXIT, say } from "../say.ts";
import { UsageError } from "../../optimize/arguments.ts";
import { sourceDigest } from "../../source_digest.ts";
import { readPanel } from "./panel_market.ts";
import { type TimedSet, timeMethods } from "./time_methods.ts";
import { isCertified, isInTime, keyOfLine, openTimes } from "./timed_line.ts";
import { everyProgram, type TimedMethod } from "./timed_methods.ts";
import { timedText, timingTable } from "./timing_table.ts";

const GROUPS = 11;

/** Command that times every optimising method on a panel of stock prices, long only and with limits on groups. */
export const panelCommand: Command = {
  name: "panel",
  usage: `panel --prices FILE [--benchmark FILE] [--only TEXT] [--limit S] [--out FILE]
    Every method that follows from a program on a panel of daily prices, long only and with ${GROUPS} groups that hold
    between 5 % and 15 % each: whether it is proven, the gap, and the least seconds of three runs.
    --prices FILE     a wide CSV, packed where its name ends in .gz; nothing of it is kept
    --benchmark FILE  the same of one column, without which the methods that need a benchmark are left out
    --only TEXT       only the methods whose name contains it
    --limit S         seconds of the processor after which a method is stopped, 60 if left out
    --out FILE        a line each, ${LOGS.panel} if left out`,
  async run(args) {
    const names = ["prices", "benchmark", "only", "limit", "out"] as const;
    const { prices, benchmark, only = "", limit = "60", out = LOGS.panel } = readOptions(args, names);
    if (prices === undefined) throw new UsageError("Cannot find --prices: name a file of daily prices");
    const { returns, benchmark: beside } = await readPanel(prices, benchmark);
    const about = {
      assets: returns.columns,
      observations: returns.rows,
      digest: await digestOf([prices, ...benchmark === undefined ? [] : [benchmark]]),
    };
    const log = await openTimes(out, about);
    const methods = everyProgram(returns).filter(({ name, ...method }) =>
      name.includes(only) && (beside !== null || !needsBenchmark(method))
    );
    const sets = [{ name: "long only", constraints: {} }, {
      name: `${GROUPS} groups`,
      constraints: groupsOf(returns.columns),
    }].map(({ name, constraints }): TimedSet => ({
      name,
      constraints,
      returns,
      benchmark: beside,
      methods: methods.filter((method) => enforcesAll(Object.keys(constraints), method)),
    }));
    await timeMethods(sets, log, {
      limit: wholeNumber("limit", limit),
      tell: (line) => say(timedText(line)),
    });
    const wanted = new Set(
      sets.flatMap(({ name: set, methods }) => methods.map(({ name }) => keyOfLine({ set, name }))),
    );
    const lines = log.lines.filter((line) => wanted.has(keyOfLine(line)));
    say(`\n${timingTable(lines)}`);
    return lines.every((line) => isCertified(line) && isInTime(line)) ? EXIT.met : EXIT.missed;
  },
};

async function digestOf(paths: readonly string[]): Promise<string> {
  const absolute = await Promise.all(paths.map((path) => Deno.realPath(path)));
  return await sourceDigest(absolute, new URL("file:///"));
}

function groupsOf(assets: number): Readonly<Record<string, unknown>> {
  const map = Object.fromEntries(Array.from({ length: assets }, (_, i) => [`A${i}`, `group ${i % GROUPS}`]));
  const rules = Array.from({ length: GROUPS }, (_, i) => ({ group: `group ${i}`, min: 0.05, max: 0.15 }));
  return { groups: { map, rules } };
}

function needsBenchmark({ method: id, parameters }: Pick<TimedMethod, "method" | "parameters">): boolean {
  const method = METHODS.get(id);
  return method !== undefined && method.needs(method.parameters.parse(parameters)).benchmark;
}

function enforcesAll(
  families: readonly string[],
  { method: id, parameters }: Pick<TimedMethod, "method" | "parameters">,
): boolean {
  const method = METHODS.get(id), enforced = method?.enforces(method.parameters.parse(parameters));
  return enforced !== undefined && families.every((family) => enforced.has(family));
}
