import assert from "node:assert/strict";
import { dot, type Matrix, matrix } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { Solution } from "../../src/optimization/solution.ts";
import fc from "../support/fast_check.ts";
import {
  type Market,
  marketOf,
  problemOf,
  randomNumbers,
  solveBy,
  weightsOfSolution,
} from "../support/sample_problem.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { OPTIMISERS } from "../support/objectives.ts";
import { partOf, problemCount } from "../support/tier.ts";
import { requiredBy } from "../support/sent_methods.ts";

const kernels = await loadKernels(null);

/** Test helper. Returns the parameters of methods that require some; targets are derived from the market. */
function parametersFor(method: string, market: Market): Readonly<Record<string, unknown>> {
  const { expectedReturns, covariance } = market;
  const n = expectedReturns.length, equal = new Float64Array(n).fill(1 / n);
  if (method === "efficient_return") return { target_return: 52 * dot(expectedReturns, equal) };
  if (method === "efficient_risk") return { target_volatility: Math.sqrt(52 * variance(equal, covariance)) };
  if (method === "max_quadratic_utility") return { risk_aversion: 4 };
  return method === "min_cvar" || method === "max_return_cvar" ? { confidence: 0.8 } : requiredBy(method);
}

/** Ids of the methods whose objective is divided by the volatility. */
const PER_VOLATILITY = new Set(["max_sharpe", "critical_line", "max_diversification"]);

/** Methods without an optimum if some portfolio has no risk, absolute or relative to the benchmark. */
const OF_SOME_RISK = new Set([
  ...[...METHODS].flatMap(({ id, group }) => group === "ratios" || PER_VOLATILITY.has(id) ? [id] : []),
  "max_information_ratio",
  "risk_parity",
]);

/** Methods with a unique optimal portfolio if the covariance matrix is positive definite. */
const STRICTLY_CONVEX = new Set([
  "min_volatility",
  "max_sharpe",
  "max_quadratic_utility",
  "efficient_return",
  "efficient_risk",
  "critical_line",
  "max_diversification",
  "max_decorrelation",
  "kelly",
  "risk_parity",
]);

/** Methods that give every asset a share or spread the weights, so that duplicating an asset changes their optimum. */
const OF_EVERY_ASSET = new Set(["dr_cvar", "risk_parity"]);

/**
 * Relative tolerance of objectives: the duality gap of a certificate relative to the terms of the objective. Those
 * terms are about 0.01 when the objective is near 0.
 */
const OBJECTIVE_TOLERANCE = 1e-7;
const OBJECTIVE_ROUNDING = 1e-9;
/** Tolerance of weights; an objective determines weights only to the square root of its own tolerance. */
const WEIGHT_TOLERANCE = 1e-5;

/** Fast-check arbitrary of weekly returns of 2 to 6 assets with a common factor. */
const history = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  assets: fc.integer({ min: 2, max: 6 }),
  weeks: fc.integer({ min: 24, max: 48 }),
}).map(({ seed, assets, weeks }) => randomReturns(seed, assets, weeks));

const RUNS = { numRuns: problemCount(12) };

Deno.test("reordering the assets keeps every objective and, where the optimum is unique, reorders the weights", () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 1e6 }), (returns, seed) => {
      const order = shuffled(returns.columns, seed);
      const market = marketOf(returns), permuted = marketOf(columnsOf(returns, order));
      for (const method of partOf(OPTIMISERS, { share: 8 })) {
        const first = solved(method, market), second = solved(method, permuted);
        assertSameObjective(first, second, method);
        if (!STRICTLY_CONVEX.has(method)) continue;
        const weights = weightsOfSolution(first);
        assertSameWeights(weightsOfSolution(second), order.map((i) => weights[i]), method);
      }
    }),
    RUNS,
  );
});

Deno.test("scaling all returns scales the risk of risk minimisers, and keeps pure ratios and unique optimal weights", () => {
  const pure = new Set(["max_sharpe", "critical_line", "max_diversification", "max_decorrelation"]);
  const scaleFree = OPTIMISERS.filter((method) => method.startsWith("min_") || pure.has(method));
  fc.assert(
    fc.property(history, fc.constantFrom(1e-3, 0.1, 7, 100), (returns, factor) => {
      const market = marketOf(returns);
      const scaled = marketOf(matrix(returns.rows, returns.columns, returns.data.map((entry) => factor * entry)));
      for (const method of partOf(scaleFree, { shift: 3, share: 8 })) {
        const first = solved(method, market), second = solved(method, scaled);
        const expected = objectiveValue(first) * (pure.has(method) ? 1 : factor);
        assertRelative(objectiveValue(second), expected, OBJECTIVE_TOLERANCE, method);
        if (STRICTLY_CONVEX.has(method)) {
          assertSameWeights(weightsOfSolution(second), weightsOfSolution(first), method);
        }
      }
    }),
    RUNS,
  );
});

Deno.test("adding a copy of an asset, which makes the covariance singular, changes no objective except of dr_cvar and risk_parity", () => {
  fc.assert(
    fc.property(history, (returns) => {
      const twice = columnsOf(returns, [...Array(returns.columns).keys(), 0]);
      const market = marketOf(returns), doubled = marketOf(twice);
      for (const method of partOf(OPTIMISERS, { shift: 1, share: 8 })) {
        if (OF_EVERY_ASSET.has(method)) continue;
        const parameters = parametersFor(method, market);
        assertSameObjective(solved(method, market), solved(method, doubled, parameters), method);
      }
    }),
    RUNS,
  );
});

Deno.test("every optimiser is proven with more assets than rows of returns, unless a riskless portfolio leaves it unbounded", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 3, max: 12 }), (seed, weeks) => {
      const market = marketOf(randomReturns(seed, 16, weeks));
      for (const method of partOf(OPTIMISERS, { shift: 2, share: 8 })) {
        const solution = solved(method, market);
        // With so few rows of returns, some portfolio may have no volatility at all.
        if (OF_SOME_RISK.has(method) && solution.status === "unbounded") continue;
        assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
        assert.ok(Math.abs(sum(weightsOfSolution(solution)) - 1) <= 1e-9, method);
      }
    }),
    RUNS,
  );
});

Deno.test("max_sharpe keeps its weights when excess returns or covariance are scaled, or returns and rate shift alike", () => {
  fc.assert(
    fc.property(history, fc.constantFrom(0.01, 0.5, 30), (returns, factor) => {
      const market = marketOf(returns);
      const rate = 0.0002 * 52;
      const weights = weightsOfSolution(sharpe(market, rate));
      const spread = { ...market, expectedReturns: market.expectedReturns.map((m) => 0.0002 + factor * (m - 0.0002)) };
      assertSameWeights(weightsOfSolution(sharpe(spread, rate)), weights, "excess returns");
      const { covariance } = market;
      const wide = { ...market, covariance: { ...covariance, data: covariance.data.map((entry) => factor * entry) } };
      assertSameWeights(weightsOfSolution(sharpe(wide, rate)), weights, "covariance");
      const shifted = { ...market, expectedReturns: market.expectedReturns.map((mean) => mean + 0.001 * factor) };
      assertSameWeights(weightsOfSolution(sharpe(shifted, rate + 0.052 * factor)), weights, "shift");
    }),
    RUNS,
  );
});

Deno.test("efficient_return at the return of max_sharpe gives the weights of max_sharpe", () => {
  fc.assert(
    fc.property(history, (returns) => {
      const market = marketOf(returns);
      const tangency = weightsOfSolution(sharpe(market, 0.01));
      const target_return = 52 * dot(market.expectedReturns, tangency);
      assertSameWeights(weightsOfSolution(solved("efficient_return", market, { target_return })), tangency, "tangency");
    }),
    RUNS,
  );
});

Deno.test("efficient_risk at the volatility of an efficient_return portfolio gives its return and its weights", () => {
  fc.assert(
    fc.property(history, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (returns, share) => {
      const market = marketOf(returns);
      const calm = dot(market.expectedReturns, weightsOfSolution(solved("min_volatility", market)));
      const most = Math.max(...market.expectedReturns);
      fc.pre(most - calm > 1e-5);
      const target_return = 52 * (calm + share * (most - calm));
      const efficient = weightsOfSolution(solved("efficient_return", market, { target_return }));
      const target_volatility = Math.sqrt(52 * variance(efficient, market.covariance));
      const dual = weightsOfSolution(solved("efficient_risk", market, { target_volatility }));
      assertRelative(52 * dot(market.expectedReturns, dual), target_return, 1e-6, "return");
      // Near the minimum-volatility portfolio, a target volatility determines the weights only to the square root of
      // its tolerance.
      assertSameWeights(dual, efficient, "weights", 1e-4);
    }),
    RUNS,
  );
});

function solved(method: string, market: Market, parameters = parametersFor(method, market)): Solution {
  const solution = solveBy(method, problemOf(market), { kernels, parameters });
  assert.ok(["optimal", "unbounded"].includes(solution.status), `${method}: ${solution.status}, ${solution.detail}`);
  return solution;
}

function sharpe(market: Market, riskFreeRate: number): Solution {
  return solveBy("max_sharpe", problemOf(market, { riskFreeRate }), { kernels });
}

function assertSameObjective(first: Solution, second: Solution, what: string): void {
  const [actual, expected] = [objectiveValue(second), objectiveValue(first)];
  const allowed = OBJECTIVE_TOLERANCE * Math.abs(expected) + OBJECTIVE_ROUNDING;
  assert.ok(Math.abs(actual - expected) <= allowed, `${what}: ${actual} against ${expected}`);
}

function assertRelative(actual: number, expected: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.abs(expected), `${what}: ${actual} against ${expected}`);
}

function assertSameWeights(
  actual: Float64Array,
  expected: ArrayLike<number>,
  what: string,
  tolerance = WEIGHT_TOLERANCE,
): void {
  const away = actual.reduce((most, weight, i) => Math.max(most, Math.abs(weight - expected[i])), 0);
  assert.ok(away <= tolerance, `${what}: weights differ by ${away}`);
}

function objectiveValue({ objective, status, detail }: Solution): number {
  if (objective === null) throw new Error(`No objective: ${status}, ${detail}`);
  return objective.value;
}

/**
 * Returns random weekly returns with a common factor and noise. The first asset's mean is 0.6 % a week, above every
 * risk-free rate in these tests.
 */
function randomReturns(seed: number, assets: number, weeks: number): Matrix {
  const random = randomNumbers(seed);
  const normal = () => random() + random() + random() + random() - 2;
  const loadings = Array.from({ length: assets }, () => 0.5 + random());
  const drifts = Array.from({ length: assets }, () => 0.004 * random());
  const returns = matrix(weeks, assets);
  for (let t = 0; t < weeks; t++) {
    const factor = normal();
    for (let i = 0; i < assets; i++) {
      returns.data[t * assets + i] = drifts[i] + 0.02 * loadings[i] * factor + 0.03 * normal();
    }
  }
  let mean = 0;
  for (let t = 0; t < weeks; t++) mean += returns.data[t * assets] / weeks;
  for (let t = 0; t < weeks; t++) returns.data[t * assets] += 0.006 - mean;
  return returns;
}

function columnsOf({ rows, columns, data }: Matrix, order: readonly number[]): Matrix {
  const taken = matrix(rows, order.length);
  for (let t = 0; t < rows; t++) {
    order.forEach((from, to) => taken.data[t * order.length + to] = data[t * columns + from]);
  }
  return taken;
}

function shuffled(count: number, seed: number): number[] {
  const random = randomNumbers(seed);
  const keys = Array.from({ length: count }, random);
  return [...keys.keys()].sort((a, b) => keys[a] - keys[b]);
}

function variance(weights: Float64Array, { data, columns }: Matrix): number {
  return weights.reduce(
    (total, weight, i) => total + weight * dot(data.subarray(i * columns, (i + 1) * columns), weights),
    0,
  );
}

function sum(weights: Float64Array): number {
  return weights.reduce((total, weight) => total + weight, 0);
}
