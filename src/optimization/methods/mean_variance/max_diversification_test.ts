import assert from "node:assert/strict";
import { loadKernels } from "../../../kernels/mod.ts";
import { marketOfMoments, problemOf, solveBy, weightsOfSolution } from "../../../../tests/support/sample_problem.ts";

const kernels = await loadKernels(null);
const solve = (covariance: readonly (readonly number[])[], constraints = {}) =>
  solveBy("max_diversification", problemOf(marketOfMoments(covariance.map(() => 0.001), covariance), { constraints }), {
    kernels,
  });

Deno.test("max_diversification weights uncorrelated assets by inverse volatility, with the root of their number as its ratio", () => {
  const { objective, ...solution } = solve([[0.01, 0, 0], [0, 0.0004, 0], [0, 0, 0.09]]);
  const inverse = [10, 50, 10 / 3], sum = inverse.reduce((total, one) => total + one, 0);
  weightsOfSolution({ objective, ...solution }).forEach((weight, i) => {
    assert.ok(Math.abs(weight - inverse[i] / sum) <= 1e-9, `${i}: ${weight}`);
  });
  assert.ok(Math.abs((objective?.value ?? NaN) - Math.sqrt(3)) <= 1e-9);
});

Deno.test("max_diversification of a perfectly hedged pair is unbounded and says why", () => {
  const { status, detail, weights } = solve([[0.01, -0.02], [-0.02, 0.04]]);
  assert.equal(status, "unbounded");
  assert.match(detail ?? "", /have no volatility although their assets have one/);
  assert.equal(weights, null);
});

Deno.test("max_diversification is infeasible, with a reason, where the rules allow no asset with volatility", () => {
  const still = [[0, 0], [0, 0]], oneStill = [[0, 0], [0, 0.04]];
  const answers = [solve(still), solve(oneStill, { weight_bounds: { assets: { A1: { max: 0 } } } })];
  for (const { status, detail } of answers) {
    assert.equal(status, "infeasible");
    assert.match(detail ?? "", /hold an asset whose volatility is above 0/);
  }
});

Deno.test("an asset without volatility does not lower the ratio of max_diversification", () => {
  const { status, objective } = solve([[0.01, 0, 0], [0, 0.04, 0], [0, 0, 0]]);
  assert.equal(status, "optimal");
  assert.ok(Math.abs((objective?.value ?? NaN) - Math.SQRT2) <= 1e-9);
});

Deno.test("max_diversification is infeasible under rules that cannot be met", () => {
  const { status } = solve([[0.01, 0], [0, 0.04]], { weight_bounds: { max: 0.4 } });
  assert.equal(status, "infeasible");
});

Deno.test("max_diversification is proven with volatilities six orders of magnitude apart, with and without minimum weights", () => {
  const apart = [[1e-10, 0, 0], [0, 1e2, 3e1], [0, 3e1, 4e2]];
  assert.equal(solve(apart).status, "optimal");
  for (const [asset, least] of [["A0", 0.5], ["A2", 0.9]] as const) {
    const solution = solve(apart, { weight_bounds: { assets: { [asset]: { min: least } } } });
    assert.equal(solution.status, "optimal", `${asset}: ${solution.detail}`);
  }
});
