import assert from "node:assert/strict";
import { loadKernels } from "../kernels/mod.ts";
import fc from "../../tests/support/fast_check.ts";
import { randomProblem } from "../../tests/support/random_problem.ts";
import {
  marketOfMoments,
  problemOf,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../tests/support/sample_problem.ts";
import { efficientFrontier, type FrontierPoint } from "./efficient_frontier.ts";
import type { Problem } from "./problem.ts";
import { largestBreach } from "./program/constrain_by_rules.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(8, { skip: 3 });
const free = problemOf(market);
const ruled = problemOf(market, {
  constraints: {
    weight_bounds: { max: 0.4 },
    groups: { map: { [market.assets[0]]: "g", [market.assets[1]]: "g" }, rules: [{ group: "g", min: 0.2 }] },
  },
});

for (const [name, problem] of [["without rules", free], ["under rules", ruled]] as const) {
  Deno.test(`a frontier ${name} goes from the least volatility to the largest return`, () => {
    const points = pointsOf(problem, 15);
    assert.equal(points.length, 15);
    assertWeights(points[0], weightsOfSolution(solveBy("min_volatility", problem, { kernels })));
    assertWeights(points[14], weightsOfSolution(solveBy("max_return", problem, { kernels })));
  });

  Deno.test(`the points ${name} are evenly spaced in return, and volatility grows with it, ever faster`, () => {
    const points = pointsOf(problem, 15);
    const step = (points[14].return - points[0].return) / 14;
    for (let k = 1; k < points.length; k++) {
      assert.ok(Math.abs(points[k].return - points[k - 1].return - step) <= 1e-8, `${k}`);
      assert.ok(points[k].volatility > points[k - 1].volatility, `${k}`);
      if (k < 2) continue;
      const slopes = [
        points[k].volatility - points[k - 1].volatility,
        points[k - 1].volatility - points[k - 2].volatility,
      ];
      assert.ok(slopes[0] >= slopes[1] - 1e-9, `${k}: ${slopes}`);
    }
  });

  Deno.test(`each point ${name} is the answer of efficient_return at its return`, () => {
    for (const point of pointsOf(problem, 5).slice(1, 4)) {
      const parameters = { target_return: point.return };
      assertWeights(point, weightsOfSolution(solveBy("efficient_return", problem, { kernels, parameters })));
    }
  });
}

Deno.test("a frontier of one portfolio has its points there", () => {
  const problem = problemOf(market, { constraints: { weight_bounds: { max: 1 / 8 } } });
  for (const { weights } of pointsOf(problem, 3)) {
    assert.ok(weights.every((weight) => Math.abs(weight - 1 / 8) <= 1e-9));
  }
});

Deno.test("rules that no weights meet, and a return without limit, leave no frontier and say why", () => {
  const infeasible = efficientFrontier(problemOf(market, { constraints: { weight_bounds: { max: 0.1 } } }), 5, kernels);
  assert.ok(infeasible.points === null && infeasible.detail !== null);
  const unbounded = efficientFrontier(problemOf(market, { constraints: { exposure: { short: true } } }), 5, kernels);
  assert.ok(unbounded.points === null && /limit the weights/.test(unbounded.detail ?? ""));
});

Deno.test("of portfolios with the same least volatility the first point is the one that earns most", () => {
  const twins = marketOfMoments([0.001, 0.003, 0.008], [
    [0.0004, 0.0004, 0.0001],
    [0.0004, 0.0004, 0.0001],
    [0.0001, 0.0001, 0.0009],
  ]);
  const [first, second] = pointsOf(problemOf(twins), 6);
  assert.equal(first.weights[0], 0);
  assert.ok(second.volatility > first.volatility);
  const constant = marketOfMoments([0.0005, 0.001, 0.004], [[0, 0, 0], [0, 0, 0], [0, 0, 0.0004]]);
  const points = pointsOf(problemOf(constant), 4);
  assert.deepEqual([...points[0].weights], [0, 1, 0]);
  assert.deepEqual([points[0].volatility, efficientFrontier(problemOf(constant), 4, kernels).detail], [0, null]);
});

Deno.test("of portfolios with the same largest return the last point is the calmest, whatever the rules", () => {
  const covariance = [[0.0009, 0.0001, 0], [0.0001, 0.0004, 0], [0, 0, 0.0001]];
  const tied = marketOfMoments([0.004, 0.004, 0.001], covariance);
  const frontier = efficientFrontier(problemOf(tied), 5, kernels);
  assert.equal(frontier.detail, null);
  const last = frontier.points?.[4].weights ?? [];
  // The least variance of the first two: w = (S22 - S12) / (S11 + S22 - 2 S12).
  [3 / 11, 8 / 11, 0].forEach((weight, i) => assert.ok(Math.abs(last[i] - weight) <= 1e-9, `${last}`));
  const bounded = problemOf(tied, {
    constraints: { turnover: { max: 0.5 }, linear: [{ name: "tilt", coefficients: { A0: 1, A1: -1 }, min: 0.2 }] },
    startingPortfolio: [0.3, 0.3, 0.4],
  });
  const ruled = pointsOf(bounded, 5)[4].weights;
  [0.6, 0.4, 0].forEach((weight, i) => assert.ok(Math.abs(ruled[i] - weight) <= 1e-9, `${ruled}`));
});

Deno.test("under random rules every point of a frontier is proven, and the last earns what max_return does", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const { market, rules } = randomProblem(seed);
      const problem = problemOf(market, rules);
      const most = solveBy("max_return", problem, { kernels });
      fc.pre(most.status === "optimal");
      const { points, detail } = efficientFrontier(problem, 6, kernels);
      assert.equal(detail, null, `${seed}`);
      const largest = (most.objective?.value ?? NaN) * problem.periodsPerYear;
      const last = points?.at(-1)?.return ?? NaN;
      assert.ok(Math.abs(last - largest) <= 1e-9 * Math.abs(largest) + 1e-12, `${seed}: ${last} for ${largest}`);
    }),
    { numRuns: 30 },
  );
});

function pointsOf(problem: Problem, count: number): readonly FrontierPoint[] {
  const frontier = efficientFrontier(problem, count, kernels);
  if (frontier.points === null) throw new Error(frontier.detail ?? undefined);
  return frontier.points;
}

/** Weights agree to the root of what their objectives do. */
function assertWeights({ weights }: FrontierPoint, expected: Float64Array): void {
  const away = weights.reduce((most, weight, i) => Math.max(most, Math.abs(weight - expected[i])), 0);
  assert.ok(away <= 1e-6, `weights differ by ${away}`);
}

Deno.test("a frontier under counts and least sizes is proven and keeps them at every point", () => {
  const constraints = { cardinality: { max: 3 }, min_position: 0.1, weight_bounds: { max: 0.6 } };
  const problem = problemOf(sampleMarketOf(6, { skip: 3 }), { constraints });
  const { points, detail } = efficientFrontier(problem, 5, kernels);
  assert.equal(detail, null);
  for (const { weights } of points ?? []) assert.ok(largestBreach(weights, problem) <= 1e-9, `${weights}`);
  // What earns the most is bought as far as it may be, the calmest of what is left with it.
  const [highest] = points?.slice(-1) ?? [];
  assert.ok(Math.abs(Math.max(...highest.weights) - 0.6) <= 1e-6, `${highest.weights}`);
});

Deno.test("of the largest returns under a count the calmest one ends the frontier", () => {
  const means = [0.002, 0.002, 0.002, 0.001], variances = [9e-4, 4e-4, 1e-4, 1e-4];
  const market = marketOfMoments(means, variances.map((one, i) => means.map((_, j) => i === j ? one : 0)));
  const problem = problemOf(market, { constraints: { cardinality: { max: 2 } } });
  const { points, detail } = efficientFrontier(problem, 3, kernels);
  assert.equal(detail, null);
  const { weights } = points?.[2] ?? { weights: [] };
  [0, 0.2, 0.8, 0].forEach((weight, i) => assert.ok(Math.abs(weights[i] - weight) <= 1e-6, `${weights}`));
});
