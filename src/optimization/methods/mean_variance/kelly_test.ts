import assert from "node:assert/strict";
import fc from "../../../../tests/support/fast_check.ts";
import {
  marketOf,
  problemOf,
  randomNumbers,
  sampleMarketOf,
  solveBy,
  weightsOfSolution,
} from "../../../../tests/support/sample_problem.ts";
import { testInTurn } from "../../../../tests/support/tier.ts";
import { matrix, timesVector } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import type { Problem } from "../../problem.ts";
import type { Solution } from "../../solution.ts";

const kernels = await loadKernels(null);
const solve = (on: Problem): Solution => solveBy("kelly", on, { kernels });

/** Coins that double a stake, or lose it all, beside cash. */
function coinAndCash(wins: number, losses: number): Problem {
  const rows = [...new Array(wins).fill([1, 0]), ...new Array(losses).fill([-1, 0])];
  return problemOf(marketOf(matrix(wins + losses, 2, Float64Array.from(rows.flat()))));
}

Deno.test("kelly stakes the edge on a coin that doubles or loses the stake", () => {
  for (const [wins, losses] of [[6, 4], [55, 45], [9, 1]] as const) {
    const solution = solve(coinAndCash(wins, losses));
    assert.equal(solution.status, "optimal", `${solution.detail}`);
    const [stake] = weightsOfSolution(solution), edge = (wins - losses) / (wins + losses);
    assert.ok(Math.abs(stake - edge) <= 1e-6, `${stake}, ${edge} expected`);
    const p = wins / (wins + losses), growth = p * Math.log(1 + edge) + (1 - p) * Math.log(1 - edge);
    assert.ok(Math.abs((solution.objective?.value ?? NaN) - growth) <= 1e-12);
  }
});

Deno.test("kelly stakes nothing on a coin without an edge", () => {
  const solution = solve(coinAndCash(4, 6));
  assert.equal(solution.status, "optimal");
  assert.deepEqual([...weightsOfSolution(solution)], [0, 1]);
});

Deno.test("kelly is proven where every asset loses everything in some period, and never loses the whole wealth", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const random = randomNumbers(seed), n = 3, T = 30, returns = matrix(T, n);
      for (let k = 0; k < T * n; k++) returns.data[k] = 0.4 * random() - 0.1;
      for (let j = 0; j < n; j++) returns.data[(j + 1) * n + j] = -1;
      const solution = solve(problemOf(marketOf(returns)));
      assert.equal(solution.status, "optimal", `${solution.detail}`);
      assert.ok(Math.min(...timesVector(returns, weightsOfSolution(solution))) > -1);
    }),
    { numRuns: 20 },
  );
});

Deno.test(
  testInTurn("kelly is infeasible, with a reason, where every portfolio loses the whole wealth in one period", () => {
    const returns = matrix(3, 2, Float64Array.of(0.1, 0.2, -1, -1, 0.3, 0.1));
    for (const rules of [{}, { constraints: { weight_bounds: { max: 0.6 } } }]) {
      const { status, detail, weights } = solve(problemOf(marketOf(returns), rules));
      assert.equal(weights, null);
      assert.equal(status, "infeasible");
      assert.equal(detail, "All weights that meet the rules lose the whole wealth in some period");
    }
  }),
);

Deno.test("kelly deducts transaction costs from the return of each period", () => {
  const market = sampleMarketOf(5, { skip: 3 });
  const startingPortfolio = new Float64Array(5).fill(0.2);
  const costly = (bps: number): Solution =>
    solve(problemOf(market, { startingPortfolio, constraints: { transaction_costs: { bps } } }));
  const [free, some, dear] = [1e-3, 20, 1e4].map(costly);
  for (const { status, detail } of [free, some, dear]) assert.equal(status, "optimal", `${detail}`);
  const weights = weightsOfSolution(some);
  const cost = 20e-4 * weights.reduce((sum, weight) => sum + Math.abs(weight - 0.2), 0);
  assert.ok(market.returns);
  const growth = timesVector(market.returns, weights).reduce((sum, x) => sum + Math.log(1 + x - cost), 0);
  assert.ok(Math.abs((some.objective?.value ?? NaN) - growth / market.returns.rows) <= 1e-12);
  weightsOfSolution(dear).forEach((weight) => assert.ok(Math.abs(weight - 0.2) <= 1e-8, "nothing is traded"));
  assert.ok((free.objective?.value ?? NaN) > (some.objective?.value ?? NaN));
});
