import assert from "node:assert/strict";
import { dot, timesVector } from "../../../domain/matrix.ts";
import {
  marketOfMoments,
  problemOf,
  type Rules,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../../../tests/support/sample_problem.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import { volatilityOf } from "../../../measures/portfolio_volatility.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(8);
const n = 8, equal = new Float64Array(n).fill(1 / n);
const even = { kind: "weights", weights: equal } as const;

const solve = (rules: Rules) => solveBy("max_information_ratio", problemOf(market, rules), { kernels });

Deno.test("max_information_ratio against a reachable benchmark is optimal and no more volatile than weights further away", () => {
  const { status, weights, objective } = solve({ benchmark: even });
  assert.equal(status, "optimal");
  assert.ok(weights !== null && objective !== null);
  const ratioOf = (at: Float64Array): number => {
    const away = at.map((weight, i) => weight - equal[i]);
    return dot(market.expectedReturns, away) / Math.sqrt(dot(away, timesVector(market.covariance, away)));
  };
  assert.ok(Math.abs(ratioOf(weights) / objective.value - 1) < 1e-9);
  for (let i = 0; i < n; i++) {
    const towards = equal.map((weight, j) => 0.9 * weight + (i === j ? 0.1 : 0));
    assert.ok(ratioOf(towards) <= objective.value * (1 + 1e-9));
  }
  // Twice as far from the benchmark the ratio is the same, and the volatility no less.
  const further = weights.map((weight, i) => equal[i] + 2 * (weight - equal[i]));
  if (further.every((weight) => weight >= 0)) {
    assert.ok(Math.abs(ratioOf(further) / objective.value - 1) < 1e-9);
    assert.ok(volatilityOf(weights, market.covariance) <= volatilityOf(further, market.covariance));
  }
});

Deno.test("max_information_ratio is optimal under a rule that excludes the benchmark", () => {
  const capped = { weight_bounds: { assets: { [market.assets[0]]: { max: 0.05 } } } };
  const { status, weights } = solve({ benchmark: even, constraints: capped });
  assert.equal(status, "optimal");
  assert.ok(weights !== null && weights[0] <= 0.05 + 1e-9);
});

Deno.test("max_information_ratio is infeasible where nothing earns more than the benchmark, and names its return", () => {
  const returns = new Float64Array(market.returns?.rows ?? 0).map((_, t) => 0.05 + 0.001 * (t % 2));
  const { status, detail } = solve({ benchmark: { kind: "series", returns } });
  assert.equal(status, "infeasible");
  assert.match(detail ?? "", /^No weights that meet the rules are expected to earn more than the benchmark, 2\.6/);
});

Deno.test("max_information_ratio under infeasible rules says that no weights meet them", () => {
  const { status, detail } = solve({ benchmark: even, constraints: { weight_bounds: { max: 0.1 } } });
  assert.deepEqual([status, detail], ["infeasible", "No weights meet all the rules"]);
});

Deno.test("max_information_ratio is unbounded where weights beat the benchmark without tracking error", () => {
  const twins = marketOfMoments([0.002, 0.001, 0.0015], [[4e-4, 4e-4, 0], [4e-4, 4e-4, 0], [0, 0, 1e-4]]);
  const benchmark = { kind: "weights", weights: Float64Array.of(0, 1, 0) } as const;
  const { status, weights, detail } = solveBy("max_information_ratio", problemOf(twins, { benchmark }), { kernels });
  assert.equal(status, "unbounded");
  assert.equal(weights, null);
  assert.match(detail ?? "", /without any tracking error|no maximum/);
});

Deno.test("transaction costs lower the information ratio", () => {
  const startingPortfolio = [1, 0, 0, 0, 0, 0, 0, 0];
  const series = { kind: "series", returns: timesVector(market.returns ?? market.covariance, equal) } as const;
  const rules = { benchmark: series, startingPortfolio, constraints: { weight_bounds: { max: 0.9 } } };
  const free = solve(rules);
  const costly = solve({ ...rules, constraints: { ...rules.constraints, transaction_costs: { bps: 5 } } });
  assert.ok((costly.objective?.value ?? NaN) < (free.objective?.value ?? NaN));
  const traded = weightsOfSolution(costly).reduce((sum, weight, i) => sum + Math.abs(weight - startingPortfolio[i]), 0);
  assert.ok(traded > 0);
});
