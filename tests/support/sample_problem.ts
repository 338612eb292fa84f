import { type AssetId, assetId } from "../../src/domain/asset.ts";
import { type Frequency, periodsPerYear } from "../../src/domain/frequency.ts";
import { type Matrix, matrix, row } from "../../src/domain/matrix.ts";
import { alignReturns } from "../../src/estimation/align_returns.ts";
import { type Kernels, loadKernels } from "../../src/kernels/mod.ts";
import { sampleIndianStocks } from "../../src/market_data/sample_listings.ts";
import { samplePrices } from "../../src/market_data/sample_market.ts";
import { bindRules } from "../../src/optimization/constraints/constraint_family.ts";
import type { Benchmark, BoundRules, Problem } from "../../src/optimization/problem.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { Solution } from "../../src/optimization/solution.ts";

/** What a problem is made of before anyone adds rules; figures per period. */
export interface Market {
  readonly assets: readonly AssetId[];
  readonly frequency: Frequency;
  readonly returns: Matrix | null;
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
}

/** The fields of a request that make a problem of a market. */
export interface Rules {
  readonly constraints?: Readonly<Record<string, unknown>> | undefined;
  /** By asset id, or a weight an asset in the order of the market. */
  readonly startingPortfolio?: Readonly<Record<string, number>> | ArrayLike<number> | undefined;
  readonly startingWeightOutside?: number | undefined;
  /** Annual. */
  readonly riskFreeRate?: number | undefined;
  /** One beside the market where absent. */
  readonly benchmark?: Benchmark | null | undefined;
}

const kernels = await loadKernels(null);

/** Indian stocks of the sample market that were listed throughout, over a range of dates. */
export function sampleMarketOf(
  count: number,
  { frequency = "weekly", start = "2021-01-01", end = "2023-12-29", skip = 0 }: {
    frequency?: Frequency;
    start?: string;
    end?: string;
    skip?: number;
  } = {},
): Market {
  const range = { start, end };
  const assets = sampleIndianStocks().map(({ asset }) => asset).slice(skip, skip + count);
  const { dates, prices } = samplePrices(assets, range);
  const { aligned } = alignReturns({ dates, assets, values: prices }, { kind: "prices", frequency, source: "sample" });
  return marketOf(aligned.returns, { assets, frequency });
}

/** A market of a history: moments by their definitions, the means of equal returns exactly theirs. */
export function marketOf(
  returns: Matrix,
  { assets = namesOf(returns.columns), frequency = "weekly" }: {
    assets?: readonly AssetId[];
    frequency?: Frequency;
  } = {},
): Market {
  const { rows, columns, data } = returns;
  const expectedReturns = new Float64Array(columns);
  data.forEach((entry, k) => expectedReturns[k % columns] += entry / rows);
  const rounding = new Float64Array(columns);
  data.forEach((entry, k) => rounding[k % columns] += (entry - expectedReturns[k % columns]) / rows);
  rounding.forEach((part, j) => expectedReturns[j] += part);
  const covariance = matrix(columns, columns);
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < columns; j++) {
      let sum = 0;
      for (let t = 0; t < rows; t++) {
        sum += (data[t * columns + i] - expectedReturns[i]) * (data[t * columns + j] - expectedReturns[j]);
      }
      covariance.data[i * columns + j] = sum / (rows - 1);
    }
  }
  return { assets, frequency, returns, expectedReturns, covariance };
}

/** A market of moments alone; assets are named A0, A1, … */
export function marketOfMoments(
  expectedReturns: readonly number[],
  covariance: readonly (readonly number[])[],
): Market {
  const n = expectedReturns.length;
  return {
    assets: namesOf(n),
    frequency: "weekly",
    returns: null,
    expectedReturns: Float64Array.from(expectedReturns),
    covariance: matrix(n, n, Float64Array.from(covariance.flat())),
  };
}

/** A0, A1, … */
export function namesOf(count: number): AssetId[] {
  return Array.from({ length: count }, (_, i) => assetId(`A${i}`));
}

/** A market under rules as a request has them, parsed by their families. */
export function problemOf(market: Market, rules: Rules = {}): Problem {
  const { constraints = {}, startingPortfolio, startingWeightOutside = 0, riskFreeRate = 0 } = rules;
  const { assets, frequency, ...figures } = market;
  const exposure = CONSTRAINT_FAMILIES.get("exposure")?.rules.safeParse(constraints.exposure).data;
  return {
    assets,
    ...figures,
    riskFreeRate: riskFreeRate / periodsPerYear(frequency),
    periodsPerYear: periodsPerYear(frequency),
    startingWeights: startingPortfolio === undefined ? null : weightsOf(assets, startingPortfolio),
    startingWeightOutside,
    short: typeof exposure === "object" && exposure !== null && "short" in exposure && exposure.short === true,
    rules: boundRules(constraints),
    benchmark: rules.benchmark === undefined ? benchmarkBeside(market) : rules.benchmark,
    kernels,
    warmStart: null,
  };
}

/**
 * In the middle between the best and the worst asset of each row, whatever their order and number; equal weights of
 * moments.
 */
function benchmarkBeside({ assets, returns }: Market): Benchmark {
  if (returns === null) return { kind: "weights", weights: new Float64Array(assets.length).fill(1 / assets.length) };
  const middle = Float64Array.from({ length: returns.rows }, (_, t) => {
    const own = row(returns, t);
    return (Math.min(...own) + Math.max(...own)) / 2;
  });
  return { kind: "series", returns: middle };
}

/** Rules as a request has them, in the order of the registry; throws where no family knows one. */
export function boundRules(constraints: Readonly<Record<string, unknown>>): readonly BoundRules[] {
  for (const id of Object.keys(constraints)) {
    if (CONSTRAINT_FAMILIES.get(id) === undefined) throw new Error(`Cannot find constraint family "${id}"`);
  }
  return [...CONSTRAINT_FAMILIES].filter(({ id }) => id in constraints)
    .map((family) => bindRules(family, family.rules.parse(constraints[family.id])));
}

/** The answer of a registered method, its parameters as a request has them. */
export function solveBy(
  id: string,
  problem: Problem,
  { kernels, parameters = {} }: { kernels: Kernels; parameters?: Readonly<Record<string, unknown>> },
): Solution {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  return method.solve(problem, method.parameters.parse(parameters), kernels);
}

/** The weights of a solution; throws with its status where it has none. */
export function weightsOfSolution({ weights, status, detail }: Solution): Float64Array {
  if (weights === null) throw new Error(`No weights: ${status}, ${detail}`);
  return weights;
}

/** Reproducible numbers in [0, 1): mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function weightsOf(assets: readonly AssetId[], given: NonNullable<Rules["startingPortfolio"]>): Float64Array {
  const byAsset = new Map(Object.entries(given));
  return Float64Array.from(assets, (asset, i) => byAsset.get(asset) ?? byAsset.get(String(i)) ?? 0);
}
