import assert from "node:assert/strict";
import { matrix } from "../domain/matrix.ts";
import { loadKernels } from "../kernels/mod.ts";
import fc from "../../tests/support/fast_check.ts";
import { randomProblem } from "../../tests/support/random_problem.ts";
import {
  marketOf,
  marketOfMoments,
  problemOf,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../tests/support/sample_problem.ts";
import { partOf, problemCount, testedCases } from "../../tests/support/tier.ts";
import { efficientFrontier, type FrontierPoint, frontierSteps } from "./efficient_frontier.ts";
import { frontierSolver } from "./frontier_parts.ts";
import { RISK_MEASURES } from "./risk/mod.ts";
import { volatility } from "./risk/volatility.ts";
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

  Deno.test(`frontier points ${name} are evenly spaced in return, and their volatility rises and is convex`, () => {
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

  Deno.test(`each frontier point ${name} has the weights of efficient_return at its return`, () => {
    for (const point of pointsOf(problem, 5).slice(1, 4)) {
      const parameters = { target_return: point.return };
      assertWeights(point, weightsOfSolution(solveBy("efficient_return", problem, { kernels, parameters })));
    }
  });
}

Deno.test("the parts of a frontier come to the same bytes in any order, and to the points of a single part", () => {
  for (const hasLower of [false, true]) {
    const options = { count: 12, hasLower, pointsOfPart: 4 };
    const drawn = [false, true].map((isReversed) => {
      const steps = frontierSteps(ruled, options, kernels);
      let step = steps.next();
      while (!step.done) {
        const solve = frontierSolver(ruled, { measure: volatility, parameters: {} }, kernels);
        const solved = (isReversed ? step.value.toReversed() : step.value).map((part) => solve(part));
        step = steps.next(isReversed ? solved.reverse() : solved);
      }
      return step.value;
    });
    assert.deepEqual(drawn[0], drawn[1]);
    const whole = efficientFrontier(ruled, { count: 12, hasLower }, kernels);
    assert.equal(drawn[0].detail, whole.detail);
    assert.equal(drawn[0].points?.length, whole.points?.length);
    whole.points?.forEach((point, k) => assertWeights(point, drawn[0].points?.[k].weights ?? new Float64Array(8)));
  }
});

Deno.test("a frontier whose rules allow one portfolio repeats that portfolio", () => {
  const problem = problemOf(market, { constraints: { weight_bounds: { max: 1 / 8 } } });
  for (const { weights } of pointsOf(problem, 3)) {
    assert.ok(weights.every((weight) => Math.abs(weight - 1 / 8) <= 1e-9));
  }
});

Deno.test("infeasible rules and an unlimited return give no frontier and a reason", () => {
  const infeasible = efficientFrontier(problemOf(market, { constraints: { weight_bounds: { max: 0.1 } } }), {
    count: 5,
  }, kernels);
  assert.ok(infeasible.points === null && infeasible.minimumRisk === null && infeasible.detail !== null);
  const unbounded = efficientFrontier(
    problemOf(market, { constraints: { exposure: { short: true } } }),
    { count: 5 },
    kernels,
  );
  assert.ok(unbounded.points === null && /limit the weights/.test(unbounded.detail ?? ""));
});

Deno.test("where the return is unlimited, the portfolios of least risk and largest ratio are still reported", () => {
  const problem = problemOf(market, { constraints: { exposure: { short: true } } });
  const { points, minimumRisk, maximumRatio, detail } = efficientFrontier(problem, { count: 5 }, kernels);
  assert.equal(points, null);
  assert.match(detail ?? "", /^The rules do not limit the objective: limit the weights, also the short ones$/);
  for (const [id, point] of [["min_volatility", minimumRisk], ["max_sharpe", maximumRatio]] as const) {
    const { weights } = solveBy(id, problem, { kernels });
    assert.ok(weights !== null && point !== null, id);
    assert.ok(weights.every((weight, i) => Math.abs(weight - point.weights[i]) <= 1e-6), id);
  }
});

Deno.test("among portfolios of the same least volatility the frontier starts at the one with the largest return", () => {
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
  assert.equal(points[0].volatility, 0);
  const { detail, maximumRatio } = efficientFrontier(problemOf(constant), { count: 4 }, kernels);
  assert.match(detail ?? "", /^The largest ratio has no proven portfolio: .* without any volatility$/);
  assert.equal(maximumRatio, null);
});

Deno.test("among portfolios of the same largest return the frontier ends at the least volatile one", () => {
  const covariance = [[0.0009, 0.0001, 0], [0.0001, 0.0004, 0], [0, 0, 0.0001]];
  const tied = marketOfMoments([0.004, 0.004, 0.001], covariance);
  const frontier = efficientFrontier(problemOf(tied), { count: 5 }, kernels);
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

Deno.test("under random rules a frontier is proven, and its last point has the return of max_return", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const { market, rules } = randomProblem(seed);
      const problem = problemOf(market, rules);
      const most = solveBy("max_return", problem, { kernels });
      fc.pre(most.status === "optimal");
      const { points, detail } = efficientFrontier(problem, { count: 6 }, kernels);
      // Where nothing earns the rate there is no ratio.
      assert.match(detail ?? "", /^(The largest ratio has no proven portfolio: .*)?$/, `${seed}`);
      const largest = (most.objective?.value ?? NaN) * problem.periodsPerYear;
      const last = points?.at(-1)?.return ?? NaN;
      assert.ok(Math.abs(last - largest) <= 1e-9 * Math.abs(largest) + 1e-12, `${seed}: ${last} for ${largest}`);
    }),
    { numRuns: problemCount(30) },
  );
});

function pointsOf(problem: Problem, count: number): readonly FrontierPoint[] {
  const frontier = efficientFrontier(problem, { count: count }, kernels);
  if (frontier.points === null) throw new Error(frontier.detail ?? undefined);
  return frontier.points;
}

/** Weights agree to the root of what their objectives do. */
function assertWeights({ weights }: FrontierPoint, expected: Float64Array): void {
  const away = weights.reduce((most, weight, i) => Math.max(most, Math.abs(weight - expected[i])), 0);
  assert.ok(away <= 1e-6, `weights differ by ${away}`);
}

const OF_HISTORY = [...RISK_MEASURES].filter(({ needsHistory }) => needsHistory);

for (const measure of testedCases(OF_HISTORY, { share: 8, testsEach: 2 })) {
  const choice = { measure, parameters: Object(measure.parameters.parse({})) };
  const source = { problem: ruled, parameters: choice.parameters, kernels };

  Deno.test(`the frontier of ${measure.id} has evenly spaced returns and convex risk, from least risk to largest return`, () => {
    const { points, minimumRisk, detail } = efficientFrontier(ruled, { count: 9, choice }, kernels);
    assert.equal(detail, null);
    assert.ok(points);
    assert.deepEqual(minimumRisk, points[0]);
    const least = solveBy("mean_risk", ruled, { kernels, parameters: { measure: measure.id } });
    assert.ok(Math.abs(points[0].risk - (least.objective?.value ?? NaN)) <= 1e-7 * points[0].risk);
    const most = solveBy("max_return", ruled, { kernels }).objective?.value ?? NaN;
    assert.ok(Math.abs(points[8].return - 52 * most) <= 1e-9);
    points.forEach((point, k) => {
      assert.ok(Math.abs(point.risk - measure.value(point.weights, source)) <= 1e-12 * point.risk);
      assert.ok(k === 0 || Math.abs(point.return - points[k - 1].return - (52 * most - points[0].return) / 8) <= 1e-6);
      const bend = k < 2 ? 0 : point.risk - 2 * points[k - 1].risk + points[k - 2].risk;
      assert.ok(bend >= -1e-7 * point.risk, `${k}: ${bend}`);
    });
  });

  Deno.test(`the largest ratio to ${measure.id} is at least that of every point of a fine frontier`, () => {
    const problem = problemOf(market, { riskFreeRate: 0.02 });
    const count = problemCount(60, 12);
    const { points, maximumRatio } = efficientFrontier(problem, { count, choice }, kernels);
    assert.ok(points && maximumRatio);
    const ratioOf = (point: FrontierPoint): number => (point.return / 52 - 0.02 / 52) / point.risk;
    const along = points.map(ratioOf), largest = Math.max(...along), at = along.indexOf(largest);
    assert.ok(largest <= ratioOf(maximumRatio) * (1 + 1e-7), `${largest} beside ${ratioOf(maximumRatio)}`);
    const [before, after] = [points[Math.max(at - 1, 0)], points[Math.min(at + 1, count - 1)]];
    assert.ok(maximumRatio.return >= before.return - 1e-6 && maximumRatio.return <= after.return + 1e-6);
  });
}

Deno.test("among portfolios of the same least CVaR the frontier starts at the one with the largest return", () => {
  // The first two lose alike in the bad period, the second earns more in the good ones.
  const returns = matrix(
    4,
    3,
    Float64Array.of(-0.02, -0.02, -0.08, 0.01, 0.03, 0.09, 0.01, 0.03, 0.09, 0.01, 0.03, 0.09),
  );
  const [choice] = OF_HISTORY.filter(({ id }) => id === "cvar").map((measure) => ({
    measure,
    parameters: { confidence: 0.75 },
  }));
  const { points, detail } = efficientFrontier(problemOf(marketOf(returns)), { count: 4, choice }, kernels);
  assert.equal(detail, null);
  assert.deepEqual([...points?.[0].weights ?? []].map((weight) => Math.round(1e9 * weight) / 1e9), [0, 1, 0]);
});

Deno.test("among portfolios of the same largest return the frontier ends at the one with the least risk by its measure", () => {
  // Both earn 1 % on average; of the two some mix has less risk than either.
  const returns = matrix(4, 3, Float64Array.of(-0.05, 0.07, 0, 0.07, -0.05, 0, 0.02, 0.02, 0.004, 0, 0, 0));
  for (const measure of partOf(OF_HISTORY)) {
    const choice = { measure, parameters: Object(measure.parameters.parse({})) };
    const { points, detail } = efficientFrontier(problemOf(marketOf(returns)), { count: 3, choice }, kernels);
    assert.ok(points, `${detail}`);
    const source = { problem: problemOf(marketOf(returns)), parameters: choice.parameters, kernels };
    const { risk, weights } = points[2];
    assert.ok(Math.abs(weights[0] + weights[1] - 1) <= 1e-9, `${measure.id}: ${weights}`);
    for (let share = 0; share <= 1; share += 0.01) {
      const other = measure.value(Float64Array.of(share, 1 - share, 0), source);
      assert.ok(risk <= other * (1 + 1e-7), `${measure.id}: ${risk} at ${weights}, ${other} at ${share}`);
    }
  }
});

Deno.test("a frontier under cardinality and min_position keeps these rules at every point", () => {
  const constraints = { cardinality: { max: 3 }, min_position: 0.1, weight_bounds: { max: 0.6 } };
  const problem = problemOf(sampleMarketOf(6, { skip: 3 }), { constraints });
  const { points, detail } = efficientFrontier(problem, { count: 5 }, kernels);
  assert.match(
    `${detail}`,
    /^The portfolio of the largest ratio is not computed: methods of ratios do not enforce "cardinality"$/,
  );
  for (const { weights } of points ?? []) assert.ok(largestBreach(weights, problem) <= 1e-9, `${weights}`);
  // What earns the most is bought as far as it may be, the calmest of what is left with it.
  const [highest] = points?.slice(-1) ?? [];
  assert.ok(Math.abs(Math.max(...highest.weights) - 0.6) <= 1e-6, `${highest.weights}`);
});

Deno.test("under a cardinality limit the frontier ends at the least volatile portfolio of the largest return", () => {
  const means = [0.002, 0.002, 0.002, 0.001], variances = [9e-4, 4e-4, 1e-4, 1e-4];
  const market = marketOfMoments(means, variances.map((one, i) => means.map((_, j) => i === j ? one : 0)));
  const problem = problemOf(market, { constraints: { cardinality: { max: 2 } } });
  const { points, detail } = efficientFrontier(problem, { count: 3 }, kernels);
  assert.match(
    `${detail}`,
    /^The portfolio of the largest ratio is not computed: methods of ratios do not enforce "cardinality"$/,
  );
  const { weights } = points?.[2] ?? { weights: [] };
  [0, 0.2, 0.8, 0].forEach((weight, i) => assert.ok(Math.abs(weights[i] - weight) <= 1e-6, `${weights}`));
});
