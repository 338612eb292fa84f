import assert from "node:assert/strict";
import fc from "../../../../tests/support/fast_check.ts";
import {
  type Market,
  marketOfMoments,
  problemOf,
  randomNumbers,
  type Rules,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../../../tests/support/sample_problem.ts";
import { problemCount } from "../../../../tests/support/tier.ts";
import { quadraticForm } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import type { Problem } from "../../problem.ts";
import { largestBreach } from "../../program/constrain_by_rules.ts";
import { bestRatioOnLines } from "./best_ratio_on_lines.ts";
import { type Corner, cornerPortfolios } from "./corner_portfolios.ts";

const kernels = await loadKernels(null);

/** Of a volatility: what a proof leaves open of its square. */
const TOLERANCE = 1e-9;

Deno.test("every portfolio between two corner portfolios has the least variance at its return", () => {
  const market = sampleMarketOf(8, { skip: 3 });
  const [a, b, c] = market.assets;
  for (
    const constraints of [
      {},
      { weight_bounds: { max: 0.3 } },
      { groups: { map: { [a]: "g", [b]: "g" }, rules: [{ group: "g", min: 0.3, max: 0.5 }] } },
      { budget: { min: 0.5, max: 0.9 }, linear: [{ name: "tilt", coefficients: { [a]: 1, [c]: -1 }, min: 0.05 }] },
    ]
  ) {
    const problem = problemOf(market, { constraints });
    assertEfficient(followed(problem), problem, [0, 0.3, 0.7, 1]);
  }
});

/** Whole numbers, copies, still assets, equal means and bounds that meet: everything ties. */
const tied = fc.record({
  seed: fc.integer({ min: 1, max: 1e9 }),
  assets: fc.integer({ min: 1, max: 7 }),
  rank: fc.integer({ min: 1, max: 7 }),
}).map(({ seed, assets, rank }) => tiedProblem(randomNumbers(seed), assets, rank));

Deno.test("with ties and singular covariances corners are proven from the least volatility to the largest return", () => {
  fc.assert(
    fc.property(tied, (problem) => {
      const found = cornerPortfolios(problem, kernels);
      const calmest = solveBy("min_volatility", problem, { kernels });
      if (found === null) {
        assert.equal(calmest.status, "infeasible");
        return;
      }
      assert.equal(found.end, "reached");
      assertEfficient(found.corners, problem, [0.5]);
      const highest = solveBy("max_return", problem, { kernels });
      assertClose(found.corners[0].variance, (calmest.objective?.value ?? NaN) ** 2, "the least variance");
      assertClose(
        found.corners[found.corners.length - 1].return,
        highest.objective?.value ?? NaN,
        "the largest return",
      );
    }),
    { numRuns: problemCount(150, 15) },
  );
});

Deno.test("corner portfolios do not depend on the order of the assets and scale with returns and covariances", () => {
  const market = sampleMarketOf(7), n = market.assets.length;
  const order = [3, 0, 6, 1, 5, 2, 4], factor = 30;
  const moved = marketOfMoments(
    order.map((i) => factor * market.expectedReturns[i]),
    order.map((i) => order.map((j) => factor ** 2 * market.covariance.data[i * n + j])),
  );
  const corners = followed(problemOf(market)), others = followed(problemOf(moved));
  assert.equal(others.length, corners.length);
  corners.forEach((corner, k) => {
    assertClose(others[k].variance / factor ** 2, corner.variance, `${k}`);
    order.forEach((i, place) => assertClose(others[k].weights[place], corner.weights[i], `${k} ${i}`));
  });
});

Deno.test("with equal means or a single asset the frontier has one corner portfolio", () => {
  const covariance = [[4, 1, 0], [1, 3, 1], [0, 1, 2]];
  const equal = problemOf(marketOfMoments([0.01, 0.01, 0.01], covariance)), [corner, ...rest] = followed(equal);
  assert.deepEqual(rest, []);
  const calmest = weightsOfSolution(solveBy("min_volatility", equal, { kernels }));
  corner.weights.forEach((weight, i) => assertClose(weight, calmest[i], `${i}`));
  assert.deepEqual(followed(problemOf(marketOfMoments([0.01], [[2]]))).map(({ weights }) => [...weights]), [[1]]);
});

Deno.test("adding a copy of an asset, which makes the covariance singular, keeps return and variance of every corner", () => {
  const means = [0.01, 0.02, 0.03], covariance = [[4, 1, 0], [1, 3, 1], [0, 1, 9]];
  const twice = [0, 1, 2, 1];
  const doubled = marketOfMoments(twice.map((i) => means[i]), twice.map((i) => twice.map((j) => covariance[i][j])));
  const corners = followed(problemOf(marketOfMoments(means, covariance))), others = followed(problemOf(doubled));
  assert.deepEqual(others.map(({ isProven }) => isProven), corners.map(() => true));
  corners.forEach((corner, k) => {
    assertClose(others[k].return, corner.return, `${k}`);
    assertClose(others[k].variance, corner.variance, `${k}`);
  });
});

Deno.test("bounds that allow one portfolio give one corner, and caps that are filled exactly give efficient corners", () => {
  const market = marketOfMoments([0.01, 0.02, 0.03, 0.02], [[4, 1, 0, 1], [1, 3, 1, 3], [0, 1, 9, 1], [1, 3, 1, 3]]);
  const only = followed(problemOf(market, { constraints: { weight_bounds: { max: 0.25 } } }));
  assert.deepEqual(only.map(({ weights }) => [...weights]), [[0.25, 0.25, 0.25, 0.25]]);
  const halves = problemOf(market, { constraints: { weight_bounds: { max: 0.5 } } }), corners = followed(halves);
  assert.deepEqual([...corners[corners.length - 1].weights].sort(), [0, 0, 0.5, 0.5]);
  assertEfficient(corners, halves, [0.5]);
});

Deno.test("the best Sharpe ratio between corner portfolios is that of max_sharpe", () => {
  for (const [count, riskFreeRate] of [[5, 0], [8, 0.03], [12, 0.1]] as const) {
    const problem = problemOf(sampleMarketOf(count, { skip: 3 }), { riskFreeRate });
    const found = bestRatioOnLines(followed(problem), problem), best = solveBy("max_sharpe", problem, { kernels });
    if (found === null) assert.equal(best.status, "infeasible");
    else weightsOfSolution(best).forEach((weight, i) => assertClose(weight, found[i], `${count} ${i}`));
  }
});

Deno.test("infeasible rules and rules that are not linear in the weights have no corner portfolios", () => {
  const market = sampleMarketOf(3), startingPortfolio = [1, 0, 0];
  for (const constraints of [{ weight_bounds: { max: 0.3 } }, { turnover: { max: 0.2 } }]) {
    assert.equal(cornerPortfolios(problemOf(market, { constraints, startingPortfolio }), kernels), null);
  }
});

Deno.test("under a budget without an upper limit the corners are proven and their end is unbounded", () => {
  const found = cornerPortfolios(problemOf(sampleMarketOf(4), { constraints: { budget: { min: 0.5 } } }), kernels);
  assert.equal(found?.end, "unbounded");
  assert.ok(found.corners.every(({ isProven }) => isProven));
});

/** The corners of a problem that has some, all proven. */
function followed(problem: Problem): readonly Corner[] {
  const found = cornerPortfolios(problem, kernels);
  assert.ok(found);
  assert.equal(found.end, "reached");
  return found.corners;
}

/** Proven, in order, within the rules, and at shares of each segment as calm as the least volatility at its return. */
function assertEfficient(corners: readonly Corner[], problem: Problem, shares: readonly number[]): void {
  corners.forEach((corner, k) => {
    assert.ok(corner.isProven, `corner ${k} of ${corners.length} is not proven`);
    assert.ok(largestBreach(corner.weights, problem) <= 1e-9, `corner ${k}`);
    if (k === 0) return;
    const from = corners[k - 1], size = 1 + Math.abs(corner.return);
    assert.ok(corner.return >= from.return - TOLERANCE * size && corner.price >= from.price, `corner ${k}`);
    for (const share of shares) {
      const weights = from.weights.map((weight, i) => weight + share * (corner.weights[i] - weight));
      const target_return = (from.return + share * (corner.return - from.return)) * problem.periodsPerYear;
      const least = solveBy("efficient_return", problem, {
        kernels,
        parameters: { target_return: target_return - 1e-9 * Math.abs(target_return) },
      });
      assert.equal(least.status, "optimal", `${k}: ${least.detail}`);
      const variance = quadraticForm(problem.covariance, weights), best = (least.objective?.value ?? NaN) ** 2;
      assert.ok(variance <= best * (1 + 1e-7) + 1e-12, `${k}: ${variance} at ${share}, ${best} is the least`);
    }
  });
}

function tiedProblem(random: () => number, count: number, rank: number): Problem {
  const isWhole = random() < 0.5, draw = () => isWhole ? Math.round(4 * random() - 2) : random() - 0.5;
  const factors = Array.from({ length: rank }, () => Array.from({ length: count }, draw));
  if (random() < 0.4 && count > 1) factors.forEach((row) => row[1] = row[0]);
  if (random() < 0.2) factors.forEach((row) => row[count - 1] = 0);
  const own = random() < 0.4 ? 1 : 0, kind = random();
  const covariance = factors[0].map((_, i) =>
    factors[0].map((_, j) => factors.reduce((sum, row) => sum + row[i] * row[j], i === j ? own : 0))
  );
  const means = factors[0].map(() => kind < 0.2 ? 1 : kind < 0.6 ? Math.round(3 * random()) : random());
  const market = marketOfMoments(means, covariance);
  return problemOf(market, { constraints: tiedRules(random, market) });
}

function tiedRules(random: () => number, { assets }: Market): NonNullable<Rules["constraints"]> {
  const one = <Item>(of: readonly Item[]): Item => of[Math.floor(of.length * random())];
  const is = (chance: number) => random() < chance;
  const coefficients = Object.fromEntries(assets.map((asset) => [asset, Math.round(4 * random()) / 2]));
  const map = Object.fromEntries(assets.map((asset, i) => [asset, i % 2 === 0 ? "even" : "odd"]));
  return {
    ...is(0.5) ? { weight_bounds: one([{ max: 1 / assets.length }, { max: 0.5 }, { min: 0.5 / assets.length }]) } : {},
    ...is(0.4) ? { groups: { map, rules: [{ group: "even", max: one([0.5, 0.75]) }] } } : {},
    ...is(0.3) ? { linear: [{ name: "tilt", coefficients, [one(["min", "max"])]: Math.round(4 * random()) / 4 }] } : {},
    ...is(0.2) ? { budget: { min: 0.5, max: 1 } } : {},
  };
}

function assertClose(actual: number, expected: number, what: string): void {
  const allowed = TOLERANCE * (1 + Math.abs(expected));
  assert.ok(Math.abs(actual - expected) <= allowed, `${what}: ${actual} against ${expected}`);
}
