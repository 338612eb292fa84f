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

/**
 * Data of an optimisation problem in a test, without its rules. Returns, expected returns and covariances are per
 * period.
 */
export interface Market {
  readonly assets: readonly AssetId[];
  readonly frequency: Frequency;
  readonly returns: Matrix | null;
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
}

/** Rules and other fields of a request that `problemOf` adds to a market to make an optimisation problem. */
export interface Rules {
  readonly constraints?: Readonly<Record<string, unknown>> | undefined;
  /** Starting weights of the test's problem by asset id, or one weight per asset in market order. */
  readonly startingPortfolio?: Readonly<Record<string, number>> | ArrayLike<number> | undefined;
  readonly startingWeightOutside?: number | undefined;
  /** Annual risk-free rate, as a fraction. */
  readonly riskFreeRate?: number | undefined;
  /** Benchmark of the test's problem; null for none. If absent, `benchmarkBeside` derives one from the market. */
  readonly benchmark?: Benchmark | null | undefined;
}

const kernels = await loadKernels(null);

/**
 * Test helper. Returns the market of `count` Indian stocks of the sample market over a date range, after the first
 * `skip` stocks. At the default dates every stock is listed throughout.
 */
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

/**
 * Test helper. Returns a market from a history of returns, with sample means and covariances by their definitions. A
 * rounding correction makes the mean of constant returns exact.
 */
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

/** Test helper. Returns a market that has only moments and no history. Assets are named A0, A1, … */
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

/** Test helper. Returns the asset ids A0, A1, … */
export function namesOf(count: number): AssetId[] {
  return Array.from({ length: count }, (_, i) => assetId(`A${i}`));
}

/** Test helper. Builds a problem from a market and the rules of a request, which their constraint families parse. */
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
 * Test helper. Returns the benchmark of a problem for which a test gives none: in each period the midpoint between the
 * best and worst asset return, which does not depend on the order of the assets. For a market without a history it is
 * equal weights.
 */
function benchmarkBeside({ assets, returns }: Market): Benchmark {
  if (returns === null) return { kind: "weights", weights: new Float64Array(assets.length).fill(1 / assets.length) };
  const middle = Float64Array.from({ length: returns.rows }, (_, t) => {
    const own = row(returns, t);
    return (Math.min(...own) + Math.max(...own)) / 2;
  });
  return { kind: "series", returns: middle };
}

/**
 * Parses the constraints of a request and binds them to their families, in the order in which the families are
 * registered. Throws if a constraint family does not exist or its rules are malformed.
 */
export function boundRules(constraints: Readonly<Record<string, unknown>>): readonly BoundRules[] {
  for (const id of Object.keys(constraints)) {
    if (CONSTRAINT_FAMILIES.get(id) === undefined) throw new Error(`Cannot find constraint family "${id}"`);
  }
  return [...CONSTRAINT_FAMILIES].filter(({ id }) => id in constraints)
    .map((family) => bindRules(family, family.rules.parse(constraints[family.id])));
}

/** Test helper. Solves a problem by a registered method, with parameters as in a request. */
export function solveBy(
  id: string,
  problem: Problem,
  { kernels, parameters = {} }: { kernels: Kernels; parameters?: Readonly<Record<string, unknown>> },
): Solution {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  return method.solve(problem, method.parameters.parse(parameters), kernels);
}

/** Test helper. Returns the weights of a solution. Throws an error with its status if it has none. */
export function weightsOfSolution({ weights, status, detail }: Solution): Float64Array {
  if (weights === null) throw new Error(`No weights: ${status}, ${detail}`);
  return weights;
}

/** Returns a reproducible generator of random numbers in [0, 1), by the mulberry32 algorithm. */
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
