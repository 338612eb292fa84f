import { AssertionError } from "node:assert";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { OPTIMISERS } from "../../tests/support/objectives.ts";
import { assertContinuous, assertOptimum, assertScaled } from "../../tests/support/program_laws.ts";
import { type Command, readOptions, wholeNumber } from "./command.ts";
import { LAW_LINE, type LawLine } from "./law_line.ts";
import { ENGINE, LOGS } from "./logs.ts";
import { ResultLog } from "./result_log.ts";
import { EXIT, say } from "./say.ts";

type Law = (method: string, seed: number, kernels: Kernels) => void;

const LAWS: Readonly<Record<string, Law>> = {
  optimum: assertOptimum,
  scaled: assertScaled,
  continuous: assertContinuous,
};

/**
 * Command that checks every optimising method against three laws (optimality, scaling, continuity), on more random
 * problems than the tests use.
 */
export const lawsCommand: Command = {
  name: "laws",
  usage: `laws [--problems N] [--only TEXT] [--out FILE]
    Every method that follows from a program on random problems under random rules: proven, within the rules, not worse
    than 1,000 random weights that keep them, by its degree in another unit, and continuous in the data.
    --problems N   a method, 200 if left out
    --only TEXT    only the methods whose name contains it
    --out FILE     a line a problem, ${LOGS.laws} if left out`,
  async run(args) {
    const { problems = "200", only = "", out = LOGS.laws } = readOptions(args, ["problems", "only", "out"]);
    const count = wholeNumber("problems", problems), methods = OPTIMISERS.filter((method) => method.includes(only));
    const log = await ResultLog.open<LawLine>(out, { sources: SOURCES, schema: LAW_LINE, keyOf });
    const kernels = await loadKernels(null);
    for (const method of methods) {
      for (let seed = 1; seed <= count; seed++) {
        if (!log.has(keyOf({ method, seed }))) log.add({ method, seed, broken: brokenBy(method, seed, kernels) });
      }
      const broken = log.lines.filter((line) => line.method === method && line.seed <= count && line.broken !== null);
      say(`${method}: ${count - broken.length} of ${count}\n${broken.map(({ broken }) => `  ${broken}\n`).join("")}`);
    }
    const isKept = log.lines.every(({ method, seed, broken }) =>
      broken === null || seed > count || !methods.includes(method)
    );
    return isKept ? EXIT.met : EXIT.missed;
  },
};

const SOURCES = [...ENGINE, "tests/support/program_laws.ts", "tests/support/objectives.ts"];

function keyOf({ method, seed }: Pick<LawLine, "method" | "seed">): string {
  return `${method} ${seed}`;
}

function brokenBy(method: string, seed: number, kernels: Kernels): string | null {
  for (const [name, law] of Object.entries(LAWS)) {
    try {
      law(method, seed, kernels);
    } catch (error) {
      if (error instanceof AssertionError) return `${name}, seed ${seed}: ${error.message}`;
      throw error;
    }
  }
  return null;
}
