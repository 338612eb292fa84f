import assert from "node:assert/strict";
import { dot, matrix } from "../domain/matrix.ts";
import { loadKernels } from "../kernels/mod.ts";
import { randomProblem } from "../../tests/support/random_problem.ts";
import { marketOf, marketOfMoments, problemOf, sampleMarketOf, solveBy } from "../../tests/support/sample_problem.ts";
import { problemSeeds } from "../../tests/support/tier.ts";
import { efficientFrontier, type FrontierPoint } from "./efficient_frontier.ts";
import type { Problem } from "./problem.ts";
import { largestBreach } from "./program/constrain_by_rules.ts";
import { RISK_MEASURES } from "./risk/mod.ts";

const kernels = await loadKernels(null);
const market = sampleMarketOf(8, { skip: 3 });

/** Means and covariance of three assets, of which the calmest is neither the first nor the last by return. */
const MEANS = [0.001, 0.003, 0.006];
const COVARIANCE = [[0.0009, 0.0001, 0.0002], [0.0001, 0.0002, 0.0001], [0.0002, 0.0001, 0.0016]];
const three = marketOfMoments(MEANS, COVARIANCE);

function frontierOf(problem: Problem, count: number): readonly FrontierPoint[] {
  const { points, detail } = efficientFrontier(problem, { count, hasLower: true }, kernels);
  assert.ok(points, `${detail}`);
  return points;
}

function halvesOf(points: readonly FrontierPoint[]) {
  return {
    lower: points.filter(({ branch }) => branch === "lower"),
    upper: points.filter(({ branch }) => branch === "upper"),
  };
}

Deno.test("both halves of a frontier are ordered from the least return up, each evenly spaced and marked", () => {
  const problem = problemOf(market, { constraints: { weight_bounds: { max: 0.4 } } });
  const points = frontierOf(problem, 7), { lower, upper } = halvesOf(points);
  assert.deepEqual(points.map(({ branch }) => branch), [...Array(6).fill("lower"), ...Array(7).fill("upper")]);
  for (const [half, turn] of [[[...lower, upper[0]], -1], [upper, 1]] as const) {
    const step = (half[6].return - half[0].return) / 6;
    assert.ok(step > 0);
    for (let k = 1; k < 7; k++) {
      assert.ok(Math.abs(half[k].return - half[k - 1].return - step) <= 1e-8, `${k}`);
      assert.ok(turn * (half[k].volatility - half[k - 1].volatility) > 0, `${k}`);
    }
  }
});

Deno.test("the upper half is the same with and without the lower half", () => {
  const problem = problemOf(market);
  const { points } = efficientFrontier(problem, { count: 5 }, kernels);
  assert.deepEqual(halvesOf(frontierOf(problem, 5)).upper, points);
});

Deno.test("without rules but the budget and wide bounds the lower half is Merton's hyperbola", () => {
  const bounds = { weight_bounds: { min: -1, max: 2 }, exposure: { short: true } };
  const { lower } = halvesOf(frontierOf(problemOf(three, { constraints: bounds }), 9));
  // Merton (1972): the variance at a return r is (a r² - 2 b r + c) / (a c - b²) while no bound binds.
  const inverse = inverseOf(COVARIANCE), ones = [1, 1, 1];
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, one, i) => sum + one * y.reduce((inner, other, j) => inner + inverse[i][j] * other, 0), 0);
  const [a, b, c] = [product(ones, ones), product(ones, MEANS), product(MEANS, MEANS)];
  let free = 0;
  for (const point of lower) {
    if (point.weights.some((weight) => weight < -1 + 1e-6 || weight > 2 - 1e-6)) continue;
    free++;
    const r = point.return / 52;
    const expected = Math.sqrt(52 * (a * r * r - 2 * b * r + c) / (a * c - b * b));
    assert.ok(Math.abs(point.volatility - expected) <= 1e-8 * expected, `${point.volatility}, expected ${expected}`);
  }
  assert.ok(free >= 4, `${free}`);
});

Deno.test("no weights of a fine grid have less risk at the return of a point of the lower half", () => {
  const problem = problemOf(three, { constraints: { weight_bounds: { max: 0.8 } } });
  const { lower } = halvesOf(frontierOf(problem, 5));
  assert.equal(lower.length, 4);
  // The return fixes the weights but for one of them.
  const [m0, m1, m2] = MEANS;
  for (const point of lower) {
    const r = point.return / 52;
    for (let w2 = 0; w2 <= 0.8; w2 += 0.0005) {
      const w0 = (r - m1 + (m1 - m2) * w2) / (m0 - m1), w1 = 1 - w0 - w2;
      if (Math.min(w0, w1) < 0 || Math.max(w0, w1) > 0.8) continue;
      const w = [w0, w1, w2];
      const variance = w.reduce((sum, x, i) => sum + x * w.reduce((inner, y, j) => inner + COVARIANCE[i][j] * y, 0), 0);
      assert.ok(point.volatility ** 2 <= 52 * variance * (1 + 1e-9), `${point.weights} beside ${w}`);
    }
  }
  // Least return first: as much as may be of the first asset, and the rest of the second.
  [0.8, 0.2, 0].forEach((weight, i) =>
    assert.ok(Math.abs(lower[0].weights[i] - weight) <= 1e-9, `${lower[0].weights}`)
  );
});

Deno.test("a minimum return cuts the lower half off", () => {
  const constraints = { min_return: 52 * 0.002 };
  const points = frontierOf(problemOf(three, { constraints }), 5);
  assert.ok(Math.abs(points[0].return - 52 * 0.002) <= 1e-8, `${points[0].return}`);
  for (const { weights } of points) assert.ok(largestBreach(weights, problemOf(three, { constraints })) <= 1e-9);
});

Deno.test("where the rules allow any loss, the upper half stays and a sentence says why the lower has no points", () => {
  const most = [{ name: "most", coefficients: { A0: 0.001, A1: 0.003, A2: 0.006 }, max: 0.004 }];
  const problem = problemOf(three, { constraints: { exposure: { short: true }, linear: most } });
  const { points, detail } = efficientFrontier(problem, { count: 4, hasLower: true }, kernels);
  assert.match(detail ?? "", /The lower half has no points: The rules do not limit the objective/);
  assert.deepEqual(points?.map(({ branch }) => branch), Array(4).fill("upper"));
});

Deno.test("where several portfolios have the least risk, the lower half ends at the one of the least return", () => {
  const twins = marketOfMoments([0.001, 0.003, 0.008, 0.0001], [
    [0.0004, 0.0004, 0.0001, 0.0001],
    [0.0004, 0.0004, 0.0001, 0.0001],
    [0.0001, 0.0001, 0.0009, 0.0001],
    [0.0001, 0.0001, 0.0001, 0.0025],
  ]);
  const { lower, upper } = halvesOf(frontierOf(problemOf(twins), 5));
  assert.equal(lower.length, 5);
  const last = lower[4];
  assert.ok(Math.abs(last.volatility - upper[0].volatility) <= 1e-9 && last.return < upper[0].return - 1e-3);
  assert.ok(last.weights[1] <= 1e-6 && upper[0].weights[0] <= 1e-6, `${last.weights}; ${upper[0].weights}`);
});

Deno.test("the lower half of a frontier of CVaR has the least CVaR at its returns", () => {
  const returns = matrix(
    6,
    3,
    Float64Array.of(
      -0.05,
      0.01,
      0.02,
      0.03,
      -0.01,
      0.05,
      -0.02,
      0.01,
      -0.09,
      0.01,
      0.004,
      0.08,
      -0.01,
      0,
      0.03,
      0,
      0.01,
      0.01,
    ),
  );
  const problem = problemOf(marketOf(returns)), [measure] = [...RISK_MEASURES].filter(({ id }) => id === "cvar");
  const choice = { measure, parameters: { confidence: 0.5 } };
  const { points, detail } = efficientFrontier(problem, { count: 4, choice, hasLower: true }, kernels);
  assert.equal(detail, null);
  const cvar = (w: readonly number[]): number => {
    const losses = Array.from({ length: 6 }, (_, t) => -w.reduce((sum, x, i) => sum + x * returns.data[3 * t + i], 0));
    return losses.sort((x, y) => y - x).slice(0, 3).reduce((sum, loss) => sum + loss / 3, 0);
  };
  for (const point of points ?? []) {
    assert.ok(Math.abs(point.risk - cvar([...point.weights])) <= 1e-12);
    if (point.branch === "upper") continue;
    for (let i = 0; i <= 400; i++) {
      for (let j = 0; i + j <= 400; j++) {
        const w = [i / 400, j / 400, 1 - (i + j) / 400];
        if (dot(Float64Array.from(w), problem.expectedReturns) * 52 > point.return + 1e-12) continue;
        assert.ok(point.risk <= cvar(w) + 1e-9, `${point.weights} beside ${w}`);
      }
    }
  }
});

Deno.test("under random rules the lower half is proven, keeps the rules and begins at the least return", () => {
  for (const seed of problemSeeds(12)) {
    const { market, rules } = randomProblem(seed), problem = problemOf(market, rules);
    const { points, detail } = efficientFrontier(problem, { count: 4, hasLower: true }, kernels);
    if (points === null || /The lower half has no points/.test(detail ?? "")) continue;
    assert.doesNotMatch(detail ?? "", /not proven optimal, counted|not found/, `${seed}`);
    const [first] = points;
    for (const { weights } of points) assert.ok(largestBreach(weights, problem) <= 1e-9, `${seed}`);
    const least = leastReturn(problem);
    if (least === null) continue;
    const at = first.return / problem.periodsPerYear;
    assert.ok(Math.abs(at - least) <= 1e-8 * Math.abs(least) + 1e-11, `${seed}: ${at} for ${least}`);
  }
});

/** The least return that the rules allow, as the largest of the same market with losses for gains. */
function leastReturn(problem: Problem): number | null {
  if (problem.rules.some(({ id }) => id === "min_return" || id === "transaction_costs")) return null;
  const { status, objective } = solveBy("max_return", {
    ...problem,
    expectedReturns: problem.expectedReturns.map((mean) => -mean),
  }, { kernels });
  return status === "optimal" && objective !== null ? -objective.value : null;
}

/** The inverse of a matrix of three rows, by its cofactors. */
function inverseOf(s: readonly (readonly number[])[]): number[][] {
  const cofactor = (i: number, j: number): number => {
    const [a, b] = [0, 1, 2].filter((k) => k !== i), [c, d] = [0, 1, 2].filter((k) => k !== j);
    return ((i + j) % 2 === 0 ? 1 : -1) * (s[a][c] * s[b][d] - s[a][d] * s[b][c]);
  };
  const determinant = [0, 1, 2].reduce((sum, j) => sum + s[0][j] * cofactor(0, j), 0);
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => cofactor(j, i) / determinant));
}
