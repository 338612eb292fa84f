import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { marketOf, problemOf, randomNumbers, solveBy } from "../../../tests/support/sample_problem.ts";
import { volatilityFactor } from "./volatility.ts";

const kernels = await loadKernels(null);

Deno.test("an asset without volatility is 0 in the volatility factor, beside assets that are nearly the same", () => {
  const random = randomNumbers(4), n = 6, T = 40, returns = matrix(T, n);
  for (let t = 0; t < T; t++) {
    for (let i = 0; i < n; i++) returns.data[t * n + i] = 0.02 * (random() - 0.5);
    returns.data[t * n + 2] = returns.data[t * n] * (1 + 1e-6 * random());
    returns.data[t * n + 3] = 1e-4;
  }
  const market = marketOf(returns), factor = volatilityFactor(market.covariance, kernels.linearAlgebra);
  for (let row = 0; row < factor.rows; row++) assert.equal(factor.data[row * n + 3], 0);
  // Of the asset without any, so much is within the target that its limit alone ends it.
  const constraints = { budget: { min: 1 }, linear: [{ name: "most", coefficients: { A3: -1e-9 }, min: -0.05 }] };
  const { status, objective } = solveBy("efficient_risk", problemOf(market, { constraints }), {
    kernels,
    parameters: { target_volatility: 0.07 },
  });
  assert.equal(status, "optimal");
  assert.ok((objective?.value ?? 0) >= 5e7 * 1e-4, `${objective?.value}`);
});
