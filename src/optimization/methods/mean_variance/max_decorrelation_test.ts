import assert from "node:assert/strict";
import { loadKernels } from "../../../kernels/mod.ts";
import { marketOfMoments, problemOf, solveBy, weightsOfSolution } from "../../../../tests/support/sample_problem.ts";

const kernels = await loadKernels(null);
const solve = (covariance: readonly (readonly number[])[]) =>
  solveBy("max_decorrelation", problemOf(marketOfMoments(covariance.map(() => 0.001), covariance)), { kernels });

Deno.test("max_decorrelation depends on correlations and not on volatilities", () => {
  const correlations = [[1, 0.5, 0], [0.5, 1, 0.25], [0, 0.25, 1]];
  const scales = [1, 30, 1e-4];
  const equal = weightsOfSolution(solve(correlations));
  const scaled = weightsOfSolution(
    solve(correlations.map((row, i) => row.map((entry, j) => entry * scales[i] * scales[j]))),
  );
  equal.forEach((weight, i) => assert.ok(Math.abs(weight - scaled[i]) <= 1e-9, `${i}: ${weight} against ${scaled[i]}`));
});

Deno.test("max_decorrelation fails for an asset without volatility and names it", () => {
  const { status, detail } = solve([[0.01, 0], [0, 0]]);
  assert.equal(status, "failed");
  assert.equal(detail, 'Cannot correlate "A1" with others, its volatility is 0');
});

Deno.test("max_decorrelation of a perfectly hedged pair is proven to have an objective of 0", () => {
  const { status, objective, weights } = solve([[0.01, -0.02], [-0.02, 0.04]]);
  assert.equal(status, "optimal");
  for (const weight of weights ?? []) assert.ok(Math.abs(weight - 0.5) <= 1e-12, `${weight}`);
  assert.ok(Math.abs(objective?.value ?? NaN) <= 1e-12);
});
