import assert from "node:assert/strict";
import { dot, matrix, row } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { largestBreach } from "../../src/optimization/program/constrain_by_rules.ts";
import type { Benchmark } from "../../src/optimization/problem.ts";
import { ruleKey, type Solution } from "../../src/optimization/solution.ts";
import {
  type Market,
  marketOf,
  marketOfMoments,
  problemOf,
  randomNumbers,
  type Rules,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../support/sample_problem.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { OPTIMISERS } from "../support/objectives.ts";
import { partOf } from "../support/tier.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(8, { skip: 3 });
const n = market.assets.length;
const equal = new Float64Array(n).fill(1 / n);

function solve(method: string, rules: Rules = {}, on: Market = market): Solution {
  return solveBy(method, problemOf(on, { benchmark: behind(on), ...rules }), {
    kernels,
    parameters: parametersFor(method, on),
  });
}

/**
 * Returns a benchmark that every portfolio in these tests beats and none reproduces, so that the information ratio
 * always exists.
 */
function behind({ returns }: Market): Benchmark | undefined {
  if (returns === null) return undefined;
  const half = Float64Array.from({ length: returns.rows }, (_, t) => 0.5 * Math.min(...row(returns, t)) - 0.01);
  return { kind: "series", returns: half };
}

function parametersFor(method: string, { expectedReturns, covariance }: Market): Readonly<Record<string, unknown>> {
  const share = 1 / expectedReturns.length;
  const mean = expectedReturns.reduce((sum, entry) => sum + share * entry, 0);
  const variance = covariance.data.reduce((sum, entry) => sum + share * share * entry, 0);
  if (method === "efficient_return") return { target_return: 52 * mean - 1e-3 };
  if (method === "efficient_risk") return { target_volatility: 1.05 * Math.sqrt(52 * variance) + 1e-6 };
  return {};
}

Deno.test("max_sharpe is infeasible where nothing earns more than the risk-free rate, and its detail says what the best earn", () => {
  const { status, detail, weights } = solve("max_sharpe", { riskFreeRate: 0.5 });
  assert.equal(status, "infeasible");
  assert.equal(weights, null);
  assert.match(
    detail ?? "",
    /^No weights that meet the rules are expected to earn more than the risk-free rate of 0\.5 a year/,
  );
  const best = Number(/the best earn (.*)$/.exec(detail ?? "")?.[1]);
  assert.ok(Math.abs(best - 52 * Math.max(...market.expectedReturns)) < 1e-9);
});

Deno.test("every optimiser solves linear rules with coefficients as small as 1e-300 and finds unreachable ones infeasible", () => {
  const [first, second, third] = market.assets;
  const sizes = [1e-300, 1e-150, 1e-20, 1e-12];
  for (const [k, method] of partOf(OPTIMISERS.entries(), { share: 8 })) {
    // Tests each method with only one of the coefficient sizes, in turn.
    const size = sizes[k % sizes.length];
    const small = { name: "small", coefficients: { [first]: size, [second]: -size } };
    const mixed = { name: "mixed", coefficients: { [first]: size, [third]: 1 }, max: 0.3 };
    const { status, weights } = solve(method, { constraints: { linear: [{ ...small, max: 1e6 }, mixed] } });
    assert.equal(status, "optimal", `${method}, ${size}`);
    assert.ok(weights !== null && weights[2] <= 0.3 + 1e-9, `${method}, ${size}`);
    const demand = solve(method, { constraints: { linear: [{ ...small, min: 1 }, mixed] } });
    assert.equal(demand.status, "infeasible", `${method}, ${size}`);
  }
});

Deno.test("every optimiser is infeasible, with an explanation, under rules that no weights meet", () => {
  const constraints = { weight_bounds: { max: 0.1 } };
  for (const method of partOf(OPTIMISERS, { shift: 1, share: 8 })) {
    const { status, detail, weights, objective } = solve(method, { constraints });
    assert.equal(status, "infeasible", method);
    assert.ok(detail && !detail.endsWith("."), method);
    assert.deepEqual([weights, objective], [null, null], method);
  }
});

Deno.test("an unreachable target return or volatility is infeasible, and the detail names it and the nearest reachable target", () => {
  const risk = solveBy("efficient_risk", problemOf(market), { kernels, parameters: { target_volatility: 0.01 } });
  assert.equal(risk.status, "infeasible");
  assert.match(
    risk.detail ?? "",
    /volatility of at most 0\.01 a year: set target_volatility to at least 0\.\d+, the least that they allow$/,
  );
  const earn = solveBy("efficient_return", problemOf(market), { kernels, parameters: { target_return: 2 } });
  assert.equal(earn.status, "infeasible");
  assert.match(
    earn.detail ?? "",
    /earn 2 a year: set target_return to at most [01]\.\d+, the largest that they allow$/,
  );
});

for (const rules of [{}, { min_position: 0.1 }]) {
  const beside = Object.keys(rules).join("") || "no rule";
  Deno.test(`max_return with short selling, ${beside} and no weight limits is unbounded, and its detail says to limit the weights`, () => {
    const { status, detail, weights } = solve("max_return", { constraints: { exposure: { short: true }, ...rules } });
    assert.equal(status, "unbounded");
    assert.equal(weights, null);
    assert.match(detail ?? "", /limit the weights/);
  });
}

Deno.test("max_sharpe is unbounded where a riskless combination earns more than the risk-free rate", () => {
  const riskless = marketOfMoments([0.001, 0.003], [[0, 0], [0, 0.0004]]);
  const { status, detail, weights } = solve("max_sharpe", {}, riskless);
  assert.equal(status, "unbounded");
  assert.equal(weights, null);
  assert.match(detail ?? "", /without any volatility/);
});

Deno.test("every optimiser puts the whole budget into the only asset", () => {
  const alone = sampleMarketOf(1, { skip: 5 });
  for (const method of partOf(OPTIMISERS, { shift: 2, share: 8 })) {
    const solution = solve(method, {}, alone);
    assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
    assert.ok(Math.abs(weightsOfSolution(solution)[0] - 1) <= 1e-9, method);
  }
});

Deno.test("every optimiser returns the starting portfolio when all assets are locked", () => {
  const rules = { constraints: { locked: [...market.assets] }, startingPortfolio: equal };
  for (const method of partOf(OPTIMISERS, { shift: 3, share: 8 })) {
    const solution = solve(method, rules);
    assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
    assertWeights(weightsOfSolution(solution), equal, 1e-9, method);
  }
});

Deno.test("every optimiser keeps a budget of 0.5, given a target that it can reach", () => {
  for (const method of partOf(OPTIMISERS, { share: 8 })) {
    const solution = solveBy(
      method,
      problemOf(market, {
        benchmark: behind(market),
        constraints: { budget: { min: 0.5, max: 0.5 } },
      }),
      {
        kernels,
        parameters: method === "efficient_return" ? { target_return: 0.03 } : parametersFor(method, market),
      },
    );
    assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
    assert.ok(Math.abs(sum(weightsOfSolution(solution)) - 0.5) <= 1e-9, method);
  }
});

Deno.test("under a budget of at most 0 every optimiser gives a finite objective or an explanation", () => {
  const few = sampleMarketOf(3, { start: "2023-06-01" });
  for (const method of partOf(OPTIMISERS, { shift: 1, share: 8 })) {
    for (const riskFreeRate of [0, -0.02]) {
      const rules = { riskFreeRate, constraints: { budget: { max: 0 } } };
      const { status, detail, objective, weights } = solve(method, rules, few);
      assert.ok(objective === null || Number.isFinite(objective.value), `${method}: ${status}, ${objective?.value}`);
      assert.equal(objective === null, weights === null, method);
      assert.ok(status === "optimal" || detail !== null, method);
    }
  }
});

Deno.test("risk minimisers use the lower end of a budget range, max_return and max_sharpe the upper end", () => {
  const constraints = { budget: { min: 0.4, max: 1.3 } };
  for (
    const [method, end] of [["min_volatility", 0.4], ["min_cvar", 0.4], ["min_mad", 0.4], ["max_return", 1.3]] as const
  ) {
    assert.ok(Math.abs(sum(weightsOfSolution(solve(method, { constraints }))) - end) <= 1e-9, method);
  }
  // With a risk-free rate above 0, borrowing at no cost improves the Sharpe ratio.
  const ratio = solve("max_sharpe", { constraints, riskFreeRate: 0.02 });
  assert.ok(Math.abs(sum(weightsOfSolution(ratio)) - 1.3) <= 1e-9);
});

Deno.test("every optimiser gives equal weights when no weight may exceed 1 divided by the number of assets", () => {
  for (const method of partOf(OPTIMISERS, { shift: 2, share: 8 })) {
    const solution = solve(method, { constraints: { weight_bounds: { max: 1 / n } } });
    assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
    assertWeights(weightsOfSolution(solution), equal, 1e-9, method);
  }
});

Deno.test("every weight is 0 or at least 1e-8 in size, and the rules still hold to 1e-9", () => {
  const wide = sampleMarketOf(40, { frequency: "daily", start: "2022-01-03" });
  for (const method of partOf(OPTIMISERS, { shift: 3, share: 8 })) {
    for (const constraints of [{}, { weight_bounds: { max: 0.11 }, groups: groupsOf(wide) }]) {
      const problem = problemOf(wide, { constraints });
      const solution = solveBy(method, problem, { kernels, parameters: parametersFor(method, wide) });
      if (method === "efficient_risk" || method === "efficient_return") {
        assert.ok(["optimal", "infeasible"].includes(solution.status), method);
      } else assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
      if (solution.weights === null) continue;
      assert.ok(solution.weights.every((weight) => weight === 0 || Math.abs(weight) >= 1e-8), method);
      assert.ok(largestBreach(solution.weights, problem) <= 1e-9, method);
    }
  }
});

Deno.test("optimal weights below 1e-8 become 0, and the other weights still sum to the budget", () => {
  // With an identity covariance matrix and a risk aversion of 1, the optimal weights equal the expected returns if
  // these sum to 1.
  const best = [0.6 - 1.2e-8, 0.4 - 1.2e-8, ...Array.from({ length: 12 }, () => 2e-9)];
  const spread = marketOfMoments(best, best.map((_, i) => best.map((_, j) => i === j ? 1 : 0)));
  const problem = problemOf(spread);
  const solution = solveBy("max_quadratic_utility", problem, { kernels, parameters: { risk_aversion: 1 } });
  assert.equal(solution.status, "optimal");
  const weights = weightsOfSolution(solution);
  assertWeights(weights, Float64Array.from(best, (weight) => weight < 1e-8 ? 0 : weight), 1e-7, "those that count");
  assert.ok(weights.subarray(2).every((weight) => weight === 0));
  assert.ok(largestBreach(weights, problem) <= 1e-12);
});

Deno.test("a short weight of at most 1e-9 becomes 0, and the other weights still meet the rules", () => {
  const best = solve("min_volatility", { constraints: { exposure: { short: true } } });
  const weights = weightsOfSolution(best), shortest = weights.indexOf(Math.min(...weights));
  assert.ok(weights[shortest] < -1e-3);
  for (const method of ["min_volatility", "min_semideviation", "min_mad", "min_cvar"]) {
    const constraints = {
      exposure: { short: true },
      weight_bounds: { min: -0.2, assets: { [market.assets[shortest]]: { min: -1e-9 } } },
    };
    const solution = solve(method, { constraints });
    assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
    const found = weightsOfSolution(solution);
    assert.equal(found[shortest], 0, method);
    assert.ok(largestBreach(found, problemOf(market, { constraints })) <= 1e-12, method);
  }
});

Deno.test("min_volatility gives the same weights when the covariance is scaled by 1e-12 to 1e12", () => {
  const expected = weightsOfSolution(solve("min_volatility"));
  for (const factor of [1e-12, 1e-6, 1e6, 1e12]) {
    const { covariance } = market;
    const scaled = { ...market, covariance: { ...covariance, data: covariance.data.map((entry) => factor * entry) } };
    for (
      const constraints of [{}, { groups: { map: { [market.assets[0]]: "one" }, rules: [{ group: "one", max: 1 }] } }]
    ) {
      const solution = solve("min_volatility", { constraints }, scaled);
      assert.equal(solution.status, "optimal", String(factor));
      assertWeights(weightsOfSolution(solution), expected, 1e-6, String(factor));
    }
  }
});

Deno.test("every optimiser is proven optimal on returns 10,000 times smaller, as of a money market", () => {
  const { returns } = market;
  assert.ok(returns);
  const calm = marketOf(matrix(returns.rows, returns.columns, returns.data.map((entry) => 1e-4 * entry)));
  for (const method of partOf(OPTIMISERS, { share: 8 })) {
    const rules = { constraints: { weight_bounds: { max: 0.4 }, turnover: { max: 0.5 } }, startingPortfolio: equal };
    const solution = solveBy(method, problemOf(calm, rules), { kernels, parameters: tenThousandth(method) });
    assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
  }
});

Deno.test("risk minimisers hold only the asset whose price never moves, at a risk of 0", () => {
  const { returns } = market;
  assert.ok(returns);
  const still = matrix(returns.rows, n, returns.data.map((entry, k) => k % n === 2 ? 0 : entry));
  for (const method of ["min_volatility", "min_semideviation", "min_mad"]) {
    const solution = solve(method, {}, marketOf(still));
    assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
    assertWeights(weightsOfSolution(solution), equal.map((_, i) => i === 2 ? 1 : 0), 1e-7, method);
    assert.ok(Math.abs(solution.objective?.value ?? NaN) <= 1e-9, `${method}: ${solution.objective?.value}`);
  }
  for (const method of ["max_return", "max_quadratic_utility", "min_cvar"]) {
    assert.equal(solve(method, {}, marketOf(still)).status, "optimal", method);
  }
});

Deno.test("every optimiser is proven optimal on two rows of returns, except ratios, which have no maximum there", () => {
  const short = marketOf(matrix(2, 3, Float64Array.of(0.01, 0.03, 0.005, -0.004, -0.02, 0.001)));
  for (const method of partOf(OPTIMISERS, { shift: 1, share: 8 })) {
    // Leaves the benchmark out, because a benchmark below all assets would leave the methods that compare with it
    // without any risk.
    const solution = solve(method, { benchmark: undefined }, short);
    // The third asset earns a positive return in both periods, so ratios to a measure of losses have no maximum.
    if (METHODS.get(method)?.group === "ratios") {
      assert.match(solution.detail ?? "", /earn more than the risk-free rate without any/, method);
      continue;
    }
    assert.equal(solution.status, "optimal", `${method}: ${solution.detail}`);
  }
});

Deno.test("every optimiser gives bit for bit the same solution when it solves a problem twice", () => {
  for (const method of partOf(OPTIMISERS, { shift: 2, share: 8 })) {
    const first = solve(method, { riskFreeRate: 0.01 }), second = solve(method, { riskFreeRate: 0.01 });
    assert.deepEqual(first, second, method);
  }
});

Deno.test("min_volatility gives the same weights from random warm starts as without one", () => {
  const random = randomNumbers(11);
  const cold = solve("min_volatility");
  const problem = problemOf(market);
  for (let k = 0; k < 10; k++) {
    const raw = equal.map(() => random());
    const warmStart = raw.map((weight) => weight / sum(raw));
    const warm = solveBy("min_volatility", { ...problem, warmStart }, { kernels });
    assert.equal(warm.status, "optimal");
    assertWeights(weightsOfSolution(warm), weightsOfSolution(cold), 1e-8, `start ${k}`);
  }
});

Deno.test("the shadow prices at a general largest weight sum to the derivative of the objective by that limit", () => {
  const valueAt = (max: number) => solve("min_volatility", { constraints: { weight_bounds: { max } } });
  const limit = 0.21, step = 1e-5;
  const { shadowPrices } = valueAt(limit);
  const price = [...shadowPrices.values()].reduce((total, one) => total + one, 0);
  const difference =
    ((valueAt(limit + step).objective?.value ?? NaN) - (valueAt(limit - step).objective?.value ?? NaN)) /
    (2 * step);
  assert.ok(Math.abs(price - difference) <= 1e-5 * Math.abs(difference), `${price} against ${difference}`);
});

Deno.test("equal_weight, hold and inverse_volatility return the weights of their formulas", () => {
  assertWeights(weightsOfSolution(solve("equal_weight")), equal, 0, "equal_weight");
  const held = solve("hold", { startingPortfolio: equal });
  assert.equal(held.status, "computed");
  assertWeights(weightsOfSolution(held), equal, 0, "hold");
  const inverse = weightsOfSolution(solve("inverse_volatility"));
  const products = inverse.map((weight, i) => weight * Math.sqrt(market.covariance.data[i * (n + 1)]));
  assert.ok(Math.abs(sum(inverse) - 1) <= 1e-12);
  products.forEach((product) => assert.ok(Math.abs(product - products[0]) <= 1e-12 * products[0]));
});

Deno.test("hold without a starting portfolio and inverse_volatility of an asset without volatility fail with a reason", () => {
  assert.equal(solve("hold").status, "failed");
  assert.match(solve("hold").detail ?? "", /starting_portfolio/);
  const still = solve("inverse_volatility", {}, marketOfMoments([0.001, 0.003], [[0, 0], [0, 0.0004]]));
  assert.equal(still.status, "failed");
  assert.match(still.detail ?? "", /"A0"/);
});

function tenThousandth(method: string): Readonly<Record<string, unknown>> {
  const { target_return, target_volatility } = parametersFor(method, market);
  if (target_return !== undefined) return { target_return: 1e-4 * Number(target_return) };
  return target_volatility === undefined ? {} : { target_volatility: 1e-4 * Number(target_volatility) };
}

function groupsOf({ assets }: Market): Record<string, unknown> {
  const map = Object.fromEntries(assets.map((asset, i) => [asset, `g${i % 4}`]));
  return { map, rules: [0, 1, 2, 3].map((k) => ({ group: `g${k}`, min: 0.1, max: 0.4 })) };
}

function assertWeights(actual: Float64Array, expected: Float64Array, tolerance: number, what: string): void {
  const away = actual.reduce((most, weight, i) => Math.max(most, Math.abs(weight - expected[i])), 0);
  assert.ok(away <= tolerance, `${what}: weights differ by ${away}`);
}

function sum(weights: Float64Array): number {
  return dot(weights, new Float64Array(weights.length).fill(1));
}

for (const limits of [{ gross_max: 1 }, { short_max: 0 }, { long_max: 1 }]) {
  Deno.test(`where ${Object.keys(limits)[0]} rules out short selling, the objective is the long-only one, or is not proven`, () => {
    const long = problemOf(market);
    const problem = problemOf(market, { constraints: { exposure: { short: true, ...limits } } });
    for (const method of ["min_volatility", "max_sharpe", "min_cvar", "min_mad", "min_semideviation"]) {
      const expected = solveBy(method, long, { kernels }).objective?.value ?? NaN;
      const { status, objective } = solveBy(method, problem, { kernels });
      assert.ok(["optimal", "not_proven"].includes(status), method);
      // The tolerance covers the duality gap that a proof allows in each of the two solutions.
      if (status === "optimal") assert.ok(Math.abs((objective?.value ?? NaN) / expected - 1) <= 2e-7, method);
    }
    assert.equal(solveBy("min_volatility", problem, { kernels }).status, "optimal");
  });
}

Deno.test("efficient_risk with bounds that fix all weights is optimal above their volatility and infeasible below it", () => {
  const each = 1 / market.assets.length;
  const problem = problemOf(market, { constraints: { weight_bounds: { min: each, max: each } } });
  const only = Math.sqrt(problem.periodsPerYear) *
    (solveBy("min_volatility", problem, { kernels }).objective?.value ?? NaN);
  const within = { kernels, parameters: { target_volatility: 2 * only } };
  assert.equal(solveBy("efficient_risk", problem, within).status, "optimal");
  const beyond = { kernels, parameters: { target_volatility: only / 2 } };
  assert.equal(solveBy("efficient_risk", problem, beyond).status, "infeasible");
});

Deno.test("max_sharpe is infeasible where no excess return is above 0, and never where one is, however small", () => {
  const market = marketOfMoments([0.01, -0.01, -0.01], [[1e-3, 0, 0], [0, 1e-3, 0], [0, 0, 1e-3]]);
  for (const excess of [0.1, 1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12]) {
    const constraints = { weight_bounds: { assets: { [market.assets[0]]: { max: 0.5 + excess / 2 } } } };
    const { status, objective } = solveBy("max_sharpe", problemOf(market, { constraints }), { kernels });
    assert.notEqual(status, "infeasible", `${excess}`);
    if (excess >= 1e-8) {
      assert.ok(status === "optimal" && objective !== null && objective.value > 0, `${excess}: ${status}`);
    }
  }
  const constraints = { weight_bounds: { assets: { [market.assets[0]]: { max: 0.4 } } } };
  assert.equal(solveBy("max_sharpe", problemOf(market, { constraints }), { kernels }).status, "infeasible");
});

Deno.test("the shadow price of a smallest weight of 0 is the derivative of the objective of max_sharpe", () => {
  const market = marketOfMoments([0.004, 0.003, 0.0005, 0.002], [
    [9e-4, 2e-4, 4e-4, 1e-4],
    [2e-4, 6e-4, 3e-4, 1e-4],
    [4e-4, 3e-4, 1e-3, 2e-4],
    [1e-4, 1e-4, 2e-4, 5e-4],
  ]);
  const solutionAt = (min: number) => {
    const constraints = { weight_bounds: { max: 0.6, assets: { [market.assets[2]]: { min } } } };
    return solveBy("max_sharpe", problemOf(market, { riskFreeRate: 0.05, constraints }), { kernels });
  };
  const price = solutionAt(0).shadowPrices.get(ruleKey("weight_bounds", market.assets[2])) ?? NaN;
  const step = 1e-6;
  const difference = ((solutionAt(step).objective?.value ?? NaN) - (solutionAt(0).objective?.value ?? NaN)) / step;
  assert.ok(Math.abs(price - difference) <= 1e-5 * Math.abs(difference), `${price} against ${difference}`);
});

Deno.test("risk_parity under a limit on the mean difference fails and names the asset without risk", () => {
  const random = randomNumbers(3), returns = matrix(20, 4);
  for (let k = 0; k < returns.data.length; k++) returns.data[k] = k % 4 === 3 ? 1e-3 : 0.02 * (random() - 0.5);
  const problem = problemOf(marketOf(returns), { constraints: { risk_limits: [{ measure: "gini", max: 0.02 }] } });
  for (const measure of ["mad", "semideviation"]) {
    const { status, detail } = solveBy("risk_parity", problem, { kernels, parameters: { measure } });
    assert.equal(status, "failed");
    assert.match(detail ?? "", /^Cannot give "A3" a share of the risk: the asset has no risk/);
  }
});
