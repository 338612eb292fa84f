import { loadKernels } from "../../src/kernels/mod.ts";
import { type AssetId, assetId } from "../../src/domain/asset.ts";
import { matrix } from "../../src/domain/matrix.ts";
import { bindRules } from "../../src/optimization/constraints/constraint_family.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { minVolatility } from "../../src/optimization/methods/mean_variance/min_volatility.ts";
import type { BoundRules, Problem } from "../../src/optimization/problem.ts";

const USAGE = `Holds counts of assets against the published optima of Cesarone, Scozzari and Tardella, EuroStoxx 50.

  deno run --allow-read scripts/accuracy/cesarone.ts FOLDER [LEVELS]

FOLDER is the one of the published set, with its data and solutions; LEVELS of return for each K, 20 if left out.
The least variance at a return with at most K of 48 assets: of the levels at which the table is above the variance
that it gives for any number of assets, which it is at the lower half of the returns, evenly so many. For K = 2 the
table is up to 13 % off what its pairs give, which are tried one by one in its place.
Exit code 0: each is proven, within 1e-4, and took less than 30 s, 1: not so, 2: wrong use.
`;

/** Relative to the published variance, which has five digits. */
const NEAR = 1e-4;
/** Of a figure of five digits. */
const ROUNDED = 2e-5;
const SECONDS_AT_MOST = 30;
const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

/** What was found at a level. */
interface Level {
  readonly return: number;
  readonly difference: number;
  readonly isProven: boolean;
  readonly nodes: number;
  readonly seconds: number;
}

/** Solves every count at its levels and prints a line each. Answers the exit code. */
async function main([folder, levels = "20"]: readonly string[]): Promise<number> {
  if (folder === undefined || !(Number(levels) >= 2)) return say(USAGE, 2);
  const kernels = await loadKernels(null);
  const market = await readMarket(folder);
  const table = await readTable(folder);
  say("K   levels  largest difference  proven  most nodes  slowest s\n", 0);
  let isMet = true;
  for (const count of COUNTS) {
    const found = levelsOf(table, count, Number(levels)).map((row): Level => {
      const begun = performance.now();
      const problem = problemAt({ ...market, kernels }, { count, expected: row[0] });
      const { objective, status, certificate } = minVolatility.solve(problem, {}, kernels);
      const published = count === 2 ? leastOfPairs(market, row[0]) : row[count - 1],
        variance = (objective?.value ?? NaN) ** 2;
      return {
        return: row[0],
        difference: Math.abs(variance - published) / published,
        isProven: status === "optimal",
        nodes: certificate?.search?.nodes ?? 0,
        seconds: (performance.now() - begun) / 1000,
      };
    });
    const worst = found.reduce((a, b) => b.difference <= a.difference ? a : b);
    const most = (of: (level: Level) => number): number => Math.max(...found.map(of));
    const proven = found.filter((level) => level.isProven).length;
    isMet &&= proven === found.length && worst.difference <= NEAR && most(({ seconds }) => seconds) < SECONDS_AT_MOST;
    say(
      [
        String(count).padEnd(3),
        String(found.length).padStart(7),
        worst.difference.toExponential(2).padStart(19),
        String(proven).padStart(7),
        String(most(({ nodes }) => nodes)).padStart(11),
        most(({ seconds }) => seconds).toFixed(2).padStart(10),
      ].join(" ") + "\n",
      0,
    );
  }
  return isMet ? 0 : 1;
}

/** Levels, evenly spaced, of those at which the table is no lower than with any number of assets. */
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

/** The least variance of two assets, each pair by the shares that have the return. */
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

/** A row a return: it, the variances for K = 2, …, 10, NaN where there are no such weights, and that for any number. */
async function readTable(folder: string): Promise<readonly (readonly number[])[]> {
  return numbersIn(await Deno.readTextFile(`${folder}/solutions/RetRisk48_SolVal.txt`));
}

function numbersIn(text: string): readonly (readonly number[])[] {
  const cells = (line: string): readonly string[] => line.includes("\t") ? line.split("\t") : line.trim().split(/\s+/);
  return text.split("\n").filter((line) => line.trim() !== "").map((line) =>
    cells(line).map((cell) => cell.trim() === "" ? NaN : Number(cell))
  );
}

/** The table fixes the return; five digits of it are a variance. */
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

function say(text: string, code: number): number {
  // deno-lint-ignore no-console
  console.log(text.replace(/\n$/, ""));
  return code;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
