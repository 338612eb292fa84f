import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { randomProblem } from "../../../tests/support/random_problem.ts";
import { objectiveOf } from "../../../tests/support/objectives.ts";
import {
  marketOf,
  marketOfMoments,
  problemOf,
  randomNumbers,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../../tests/support/sample_problem.ts";
import { IS_FULL_RUN, partOf } from "../../../tests/support/tier.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import type { Problem } from "../problem.ts";
import { METHODS } from "./mod.ts";

const kernels = await loadKernels(null);
const RATIOS = [...METHODS].filter(({ group }) => group === "ratios").map(({ id }) => id);

/** Whose answers to the same problem the rivals of an answer are mixed of. */
const RIVALS = ["max_return", "max_sharpe", "min_volatility", "min_cvar"];

Deno.test("on uneven random data no rival weights beat an optimal ratio, and an infeasible one has no excess return", () => {
  const counts = { optimal: 0, infeasible: 0, other: 0 };
  for (const [k, id] of RATIOS.entries()) {
    for (const seed of partOf([1, 2, 3, 4, 5, 6, 7, 8], { shift: k, share: 8 })) {
      const { market, rules } = randomProblem(seed), { returns } = market;
      assert.ok(returns);
      const scales = returns.data.map((entry, k) => entry * 10 ** ((k % returns.columns) % 3 - 1));
      const problem = problemOf(marketOf(matrix(returns.rows, returns.columns, scales)), rules);
      const { status, objective } = solveBy(id, problem, { kernels });
      const best = solveBy("max_return", problem, { kernels });
      if (status === "infeasible") {
        counts.infeasible++;
        const earned = best.objective?.value ?? -Infinity;
        assert.ok(earned <= problem.riskFreeRate, `${id}, ${seed}: infeasible though ${earned} is earned`);
      } else if (status === "optimal") {
        counts.optimal++;
        const found = objective?.value ?? NaN;
        for (const rival of rivalsOf(problem, seed)) {
          const value = objectiveOf(id, rival, problem, {});
          assert.ok(!(value > found + 1e-6 * Math.abs(found)), `${id}, ${seed}: ${value} beside ${found}`);
        }
      } else counts.other++;
    }
  }
  if (IS_FULL_RUN) assert.ok(counts.optimal >= 4 * RATIOS.length && counts.infeasible > 0, JSON.stringify(counts));
});

Deno.test("max_sharpe stays optimal, at nearly the same ratio, as all means approach the risk-free rate", () => {
  const riskFreeRate = 0.052, rate = riskFreeRate / 52, own = [0.02, 0.03, 0.04];
  const covariance = own.map((a, i) => own.map((b, j) => a * b * (i === j ? 1 : 0.3)));
  const values = [1e-6, 1e-8, 1e-10, 1e-14].map((apart) => {
    const market = marketOfMoments([rate * (1 + apart), rate * (1 - apart), rate], covariance);
    const problem = problemOf(market, { riskFreeRate, constraints: { budget: { min: 0.5, max: 2 } } });
    const { status, detail, objective } = solveBy("max_sharpe", problem, { kernels });
    assert.equal(status, "optimal", `${apart}: ${detail}`);
    return objective?.value ?? NaN;
  });
  values.forEach((value) => assert.ok(Math.abs(value - values[0]) <= 2e-6 * values[0], `${values}`));
});

Deno.test("max_sharpe is not proven beside a larger ratio at a risk of 1e-12 or less, and unbounded at a risk of 0", () => {
  for (const [earned, volatility] of [[1e-11, 1e-12], [1e-13, 1e-14], [1e-12, 0]]) {
    const own = [volatility, 0.5, 0.8];
    const covariance = own.map((a, i) => own.map((b, j) => a * b * (i === j ? 1 : 0.2)));
    const problem = problemOf(marketOfMoments([earned, 0.4, 0.6], covariance));
    const { status } = solveBy("max_sharpe", problem, { kernels });
    assert.equal(status, volatility === 0 ? "unbounded" : "not_proven", `${earned} at ${volatility}`);
  }
});

Deno.test("ratios to the mean difference of a thousand daily returns are proven", () => {
  for (const skip of [3, 15, 18]) {
    const market = sampleMarketOf(6, { frequency: "daily", end: "2024-12-31", skip });
    const parameters = { objective: "max_ratio", measure: "gini" };
    const { status, certificate } = solveBy("mean_risk", problemOf(market), { kernels, parameters });
    assert.equal(status, "optimal", `${skip}`);
    assert.ok(certificate && certificate.dualityGap <= 1e-9, `${skip}: ${certificate?.dualityGap}`);
  }
});

Deno.test("transaction costs lower every ratio, and no rival weights have a better one", () => {
  const market = sampleMarketOf(6, { skip: 3 }), n = market.assets.length;
  const constraints = { transaction_costs: { bps: 30 } };
  const problem = problemOf(market, {
    constraints,
    startingPortfolio: new Float64Array(n).fill(1 / n),
    riskFreeRate: 0.02,
  });
  const free = problemOf(market, { riskFreeRate: 0.02 });
  for (const id of RATIOS) {
    const { status, objective, weights } = solveBy(id, problem, { kernels });
    assert.equal(status, "optimal", id);
    assert.ok(weights && objective);
    assert.ok(objective.value < (solveBy(id, free, { kernels }).objective?.value ?? NaN), id);
    for (const rival of rivalsOf(problem, 3)) {
      assert.ok(objectiveOf(id, rival, problem, {}) <= objective.value * (1 + 1e-7), id);
    }
  }
});

Deno.test("ratios find an asset that earns 1e-9 above the risk-free rate, and are infeasible where nothing earns more", () => {
  const random = randomNumbers(3), rows = 60;
  const returns = matrix(rows, 3, Float64Array.from({ length: 3 * rows }, () => 0.04 * (random() - 0.5)));
  const means = [0, 1, 2].map((j) => returns.data.reduce((sum, x, k) => k % 3 === j ? sum + x / rows : sum, 0));
  const shifted = returns.data.map((x, k) => x - means[k % 3] + [-0.01, -0.01, 1e-9][k % 3]);
  const market = marketOf(matrix(rows, 3, shifted));
  for (const id of RATIOS) {
    const { status, weights, detail } = solveBy(id, problemOf(market), { kernels });
    assert.equal(status, "optimal", `${id}: ${detail}`);
    assert.ok(weights && weights[2] > 1 - 1e-6, `${id}: ${weights}`);
    const nothing = solveBy(id, problemOf(market, { riskFreeRate: 0.01 }), { kernels });
    assert.equal(nothing.status, "infeasible", id);
    assert.match(nothing.detail ?? "", /earn more than the risk-free rate of 0.01\d* a year: the best earn/, id);
    const rules = { constraints: { weight_bounds: { max: 0.2 } } };
    assert.equal(solveBy(id, problemOf(market, rules), { kernels }).detail, "No weights meet all the rules", id);
  }
});

Deno.test("a ratio is unbounded where an asset or a hedge earns without risk, and its detail says so", () => {
  const random = randomNumbers(4), rows = 40;
  // The second earns in every period.
  const returns = matrix(
    rows,
    2,
    Float64Array.from({ length: 2 * rows }, (_, k) => k % 2 === 0 ? 0.1 * (random() - 0.5) : 0.001),
  );
  // Or the second takes back what the first loses, and a little more.
  const hedged = matrix(
    rows,
    2,
    returns.data.map((_, k) => k % 2 === 0 ? returns.data[k] : 0.001 - returns.data[k - 1]),
  );
  for (const [id, of] of RATIOS.flatMap((one) => [[one, returns], [one, hedged]] as const)) {
    const { status, detail, weights } = solveBy(id, problemOf(marketOf(of)), { kernels });
    assert.deepEqual([status, weights], ["unbounded", null], `${id}: ${detail}`);
    assert.match(
      detail ?? "",
      /^Some weights that meet the rules earn more than the risk-free rate without any [a-z -]+$/,
      id,
    );
  }
});

/** Weights that keep the rules: answers to the same problem, and mixes of them. */
function rivalsOf(problem: Problem, seed: number): readonly Float64Array[] {
  const random = randomNumbers(seed);
  const ends = RIVALS.map((id) => solveBy(id, problem, { kernels }).weights).filter((weights) => weights !== null);
  const mixes = Array.from({ length: 30 }, () => {
    const shares = ends.map(() => -Math.log(1 - random())), total = shares.reduce((sum, one) => sum + one, 0);
    return problem.expectedReturns.map((_, i) => ends.reduce((sum, end, k) => sum + shares[k] / total * end[i], 0));
  });
  return [...ends, ...mixes].filter((one) => largestBreach(one, problem) <= 1e-9);
}

Deno.test("among portfolios of the same best ratio the one with the smallest budget is returned", () => {
  const market = sampleMarketOf(6, { skip: 3 });
  for (const id of RATIOS) {
    const whole = solveBy(id, problemOf(market), { kernels });
    const all = weightsOfSolution(whole).reduce((total, weight) => total + weight, 0);
    assert.ok(Math.abs(all - 1) <= 1e-12, `${id}: ${all} where the budget is no range`);
    const constraints = { budget: { min: 0.2, max: 1 } };
    const part = solveBy(id, problemOf(market, { constraints }), { kernels });
    assert.equal(part.status, "optimal", id);
    const sum = weightsOfSolution(part).reduce((total, weight) => total + weight, 0);
    assert.ok(Math.abs(sum - 0.2) <= 1e-8, `${id}: ${sum}`);
    const ratio = (part.objective?.value ?? NaN) / (whole.objective?.value ?? NaN);
    assert.ok(Math.abs(ratio - 1) <= 1e-7, `${id}: ${ratio}`);
  }
});

Deno.test("scaling the returns changes neither the weights nor the value of a ratio", () => {
  const market = sampleMarketOf(6, { skip: 3 }), { returns } = market;
  assert.ok(returns);
  const scaled = marketOf(matrix(returns.rows, returns.columns, returns.data.map((x) => 100 * x)));
  for (const id of RATIOS) {
    const [one, other] = [market, scaled].map((of) => solveBy(id, problemOf(of), { kernels }));
    const ratio = (other.objective?.value ?? NaN) / (one.objective?.value ?? NaN);
    assert.ok(Math.abs(ratio - 1) <= 1e-7, `${id}: ${ratio}`);
    assert.ok(weightsOfSolution(one).every((weight, i) => Math.abs(weight - weightsOfSolution(other)[i]) <= 1e-4), id);
  }
});
