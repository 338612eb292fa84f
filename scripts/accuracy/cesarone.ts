import { z } from "zod";
import { loadKernels } from "../../src/kernels/mod.ts";
import { type AssetId, assetId } from "../../src/domain/asset.ts";
import { matrix } from "../../src/domain/matrix.ts";
import { bindRules } from "../../src/optimization/constraints/constraint_family.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { minVolatility } from "../../src/optimization/methods/mean_variance/min_volatility.ts";
import type { BoundRules, Problem } from "../../src/optimization/problem.ts";
import { UsageError } from "../optimize/arguments.ts";
import { textTable } from "../optimize/text_table.ts";
import { type Command, readOptions, wholeNumber } from "./command.ts";
import { ENGINE, LOGS } from "./logs.ts";
import { ResultLog } from "./result_log.ts";
import { EXIT, say } from "./say.ts";
import { processorSeconds } from "./timing/processor_seconds.ts";

/**
 * Command that compares the service's portfolios of least variance at a return and of at most K assets with published
 * optima. It checks that they are proven, close to the published variance and fast.
 */
export const cesaroneCommand: Command = {
  name: "cesarone",
  usage: `cesarone --folder FOLDER [--levels N] [--out FILE]
    Counts of assets against the published optima of Cesarone, Scozzari and Tardella, EuroStoxx 50: the least variance
    at a return with at most K of 48 assets, at those levels at which the table is above the variance that it gives for
    any number of assets, which it is at the lower half of the returns. For K = 2 the table is up to 13 % off what its
    pairs give, which are tried one by one in its place.
    --folder FOLDER  of the published set, with its data and solutions
    --levels N       of return for each K, 20 if left out
    --out FILE       a line each K, ${LOGS.cesarone} if left out`,
  async run(args) {
    const { folder, levels = "20", out = LOGS.cesarone } = readOptions(args, ["folder", "levels", "out"]);
    if (folder === undefined) throw new UsageError("Cannot find --folder: name that of the published set");
    const market = { ...await readMarket(folder), kernels: await loadKernels(null) }, table = await readTable(folder);
    const sources = [...ENGINE, "scripts/accuracy/cesarone.ts"], about = { levels: wholeNumber("levels", levels) };
    const log = await ResultLog.open(out, { sources, about, schema: CESARONE_LINE, keyOf: ({ count }) => count });
    for (const count of COUNTS) {
      if (!log.has(count)) log.add(lineOf(market, table, { count, levels: about.levels }));
    }
    say(textTable([CESARONE_HEAD, ...log.lines.map(cesaroneCells)]));
    return log.lines.every(isKept) ? EXIT.met : EXIT.missed;
  },
};

/**
 * Log line of the comparison with published optima for one limit K on the number of held assets, over all its levels of
 * return.
 */
export const CESARONE_LINE = z.strictObject({
  count: z.number(),
  levels: z.number(),
  /**
   * Largest difference of a portfolio's variance from the published variance, as a fraction of the latter. For K = 2,
   * from the least variance of any pair of assets.
   */
  difference: z.number(),
  proven: z.number(),
  /** Largest number of nodes that a branch-and-bound search of the comparison visited. */
  nodes: z.number(),
  /** Processor seconds of the slowest level of return in the comparison. */
  seconds: z.number(),
});

export type CesaroneLine = z.infer<typeof CESARONE_LINE>;

/** Header cells of the table of comparisons with published optima. */
export const CESARONE_HEAD = ["K", "levels", "largest difference", "proven", "most nodes", "slowest s"];

/** Returns the cells of one row in the table of comparisons with published optima. */
export function cesaroneCells({ count, levels, difference, proven, nodes, seconds }: CesaroneLine): readonly string[] {
  const numbers = [levels, difference.toExponential(2), proven, nodes, seconds.toFixed(2)];
  return [count, ...numbers].map(String);
}

/** Whether every level of a log line is proven optimal, close to the published variance and solved in time. */
export function isKept({ levels, difference, proven, seconds }: CesaroneLine): boolean {
  return proven === levels && difference <= NEAR && seconds < SECONDS_AT_MOST;
}

/**
 * Largest allowed difference from the published variance, as a fraction of it. The published figure has five digits.
 */
const NEAR = 1e-4;
/** Rounding error of a published figure with five digits, as a fraction of it. */
const ROUNDED = 2e-5;
const SECONDS_AT_MOST = 30;
const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

function lineOf(
  market: Market,
  table: readonly (readonly number[])[],
  { count, levels }: { readonly count: number; readonly levels: number },
): CesaroneLine {
  const found = levelsOf(table, count, levels).map((row) => {
    const begun = processorSeconds();
    const { objective, status, certificate } = minVolatility.solve(
      problemAt(market, { count, expected: row[0] }),
      {},
      market.kernels,
    );
    const published = count === 2 ? leastOfPairs(market, row[0]) : row[count - 1];
    return {
      difference: Math.abs((objective?.value ?? NaN) ** 2 - published) / published,
      isProven: status === "optimal",
      nodes: certificate?.search?.nodes ?? 0,
      seconds: processorSeconds() - begun,
    };
  });
  return {
    count,
    levels: found.length,
    difference: Math.max(...found.map(({ difference }) => difference)),
    proven: found.filter(({ isProven }) => isProven).length,
    nodes: Math.max(...found.map(({ nodes }) => nodes)),
    seconds: Math.max(...found.map(({ seconds }) => seconds)),
  };
}

/**
 * Returns rows of the published table at evenly spaced levels of return for one limit K. Leaves out the levels without
 * a variance for K, and those from the first on at which the variance for the largest K lies below the variance without
 * a limit.
 */
function levelsOf(
  table: readonly (readonly number[])[],
  count: number,
  levels: number,
): readonly (readonly number[])[] {
  const [fewest, any] = [COUNTS[COUNTS.length - 1] - 1, COUNTS.length + 1];
  const end = table.findIndex((row) => row[fewest] < row[any] * (1 - ROUNDED));
  const sound = table.slice(0, end).filter((row) => Number.isFinite(row[count - 1]));
  return Array.from({ length: levels }, (_, k) => sound[Math.round(k * (sound.length - 1) / (levels - 1))]);
}

/**
 * Returns the least variance of any long-only pair of assets at an expected return. The return determines the two
 * shares of each pair.
 */
function leastOfPairs({ expectedReturns: means, covariance: { data } }: Moments, expected: number): number {
  const n = means.length;
  let least = Infinity;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const share = (expected - means[j]) / (means[i] - means[j]), rest = 1 - share;
      if (!(share >= 0 && rest >= 0)) continue;
      const own = share ** 2 * data[i * n + i] + rest ** 2 * data[j * n + j];
      least = Math.min(least, own + 2 * share * rest * data[i * n + j]);
    }
  }
  return least;
}

type Moments = Pick<Problem, "assets" | "expectedReturns" | "covariance">;
type Market = Moments & Pick<Problem, "kernels">;

async function readMarket(folder: string): Promise<Moments> {
  const means = numbersIn(await Deno.readTextFile(`${folder}/data/MRet48.txt`)).flat();
  const covariance = numbersIn(await Deno.readTextFile(`${folder}/data/Cov48.txt`)).flat();
  const n = means.length;
  return {
    assets: means.map((_, i): AssetId => assetId(`S${String(i + 1).padStart(3, "0")}`)),
    expectedReturns: Float64Array.from(means),
    covariance: matrix(n, n, Float64Array.from(covariance)),
  };
}

/**
 * Reads the published table. A row holds a return, the variances for K = 2, …, 10, NaN where no such weights exist, and
 * the variance for any number of assets.
 */
async function readTable(folder: string): Promise<readonly (readonly number[])[]> {
  return numbersIn(await Deno.readTextFile(`${folder}/solutions/RetRisk48_SolVal.txt`));
}

function numbersIn(text: string): readonly (readonly number[])[] {
  const cells = (line: string): readonly string[] => line.includes("\t") ? line.split("\t") : line.trim().split(/\s+/);
  return text.split("\n").filter((line) => line.trim() !== "").map((line) =>
    cells(line).map((cell) => cell.trim() === "" ? NaN : Number(cell))
  );
}

/**
 * Returns the problem of least variance at exactly the published expected return with at most `count` assets. The
 * return has five published digits, and these decide the variance.
 */
function problemAt(market: Market, { count, expected }: { count: number; expected: number }): Problem {
  const coefficients = Object.fromEntries(market.assets.map((asset, i) => [asset, 100 * market.expectedReturns[i]]));
  return {
    ...market,
    returns: null,
    riskFreeRate: 0,
    periodsPerYear: 52,
    benchmark: null,
    startingWeights: null,
    startingWeightOutside: 0,
    short: false,
    rules: [
      rules("linear", [{ name: "return", coefficients, min: 100 * expected, max: 100 * expected }]),
      rules("cardinality", { max: count }),
    ],
    warmStart: null,
  };
}

function rules(id: string, sent: unknown): BoundRules {
  const family = CONSTRAINT_FAMILIES.get(id);
  if (family === undefined) throw new Error(`Cannot find constraint family "${id}"`);
  return bindRules(family, family.rules.parse(sent));
}
