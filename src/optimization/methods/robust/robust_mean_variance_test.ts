import assert from "node:assert/strict";
import { problemOf, sampleMarketOf, solveBy, weightsOfSolution } from "../../../../tests/support/sample_problem.ts";
import { loadKernels } from "../../../kernels/mod.ts";

const kernels = await loadKernels(null);
const problem = problemOf(sampleMarketOf(6));
const weightsBy = (method: string, parameters: Readonly<Record<string, unknown>>) =>
  weightsOfSolution(solveBy(method, problem, { kernels, parameters }));

Deno.test("robust_mean_variance with a kappa of 0 has the weights of max_quadratic_utility for both uncertainty sets", () => {
  const plain = weightsBy("max_quadratic_utility", { risk_aversion: 5 });
  for (const uncertainty_set of ["ellipsoidal", "box"]) {
    weightsBy("robust_mean_variance", { uncertainty_set, kappa: 0, risk_aversion: 5 }).forEach((weight, i) => {
      assert.ok(Math.abs(weight - plain[i]) <= 1e-9, `${uncertainty_set} ${i}`);
    });
  }
});

Deno.test("robust_mean_variance with a large kappa and an ellipsoid has the weights of min_volatility", () => {
  const calm = weightsBy("min_volatility", {});
  weightsBy("robust_mean_variance", { kappa: 1e5 }).forEach((weight, i) => {
    assert.ok(Math.abs(weight - calm[i]) <= 1e-4, `${i}: ${weight} against ${calm[i]}`);
  });
});

Deno.test("the objective of robust_mean_variance is the utility at the worst expected returns of the box", () => {
  const kappa = 1.3, { expectedReturns, covariance, returns } = problem, n = expectedReturns.length;
  const T = returns?.rows ?? NaN;
  const { weights, objective } = solveBy("robust_mean_variance", problem, {
    kernels,
    parameters: { uncertainty_set: "box", kappa, risk_aversion: 3 },
  });
  assert.ok(weights);
  const worst = expectedReturns.map((mean, i) => mean - kappa * Math.sqrt(covariance.data[i * (n + 1)] / T));
  let variance = 0;
  weights.forEach((w, i) => weights.forEach((v, j) => variance += w * covariance.data[i * n + j] * v));
  const utility = weights.reduce((sum, weight, i) => sum + weight * worst[i], -1.5 * variance);
  assert.ok(Math.abs(utility - (objective?.value ?? NaN)) <= 1e-15);
});
