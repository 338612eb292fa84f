import assert from "node:assert/strict";
import { problemOf, sampleMarketOf, solveBy, weightsOfSolution } from "../../../../tests/support/sample_problem.ts";
import { loadKernels } from "../../../kernels/mod.ts";

const kernels = await loadKernels(null);
const problem = problemOf(sampleMarketOf(6));
const weightsAt = (radius: number) =>
  weightsOfSolution(solveBy("dr_cvar", problem, { kernels, parameters: { radius, confidence: 0.9 } }));

Deno.test("a larger radius of dr_cvar never raises the largest weight, and a large radius gives equal weights", () => {
  const largest = [0, 1e-4, 1e-3, 1e-2, 1].map((radius) => Math.max(...weightsAt(radius)));
  largest.forEach((weight, k) => assert.ok(k === 0 || weight <= largest[k - 1] + 1e-9, `${largest}`));
  weightsAt(1).forEach((weight) => assert.ok(Math.abs(weight - 1 / 6) <= 1e-9, `${weight}`));
});

Deno.test("dr_cvar without a radius and with a large risk aversion has the objective of min_cvar", () => {
  const parameters = { radius: 0, risk_aversion: 1e6, confidence: 0.9 };
  const found = solveBy("dr_cvar", problem, { kernels, parameters });
  const least = solveBy("min_cvar", problem, { kernels, parameters: { confidence: 0.9 } });
  const [own, best] = [found, least].map(({ objective }) => objective?.value ?? NaN);
  assert.ok(Math.abs(own / 1e6 - best) <= 1e-6 * best, `${own} against ${best}`);
});

Deno.test("dr_cvar and robust_mean_variance fail on moments alone and say that they need a history", () => {
  for (const method of ["dr_cvar", "robust_mean_variance"]) {
    const { status, detail } = solveBy(method, { ...problem, returns: null }, { kernels });
    assert.equal(status, "failed");
    assert.match(detail ?? "", /history/);
  }
});
