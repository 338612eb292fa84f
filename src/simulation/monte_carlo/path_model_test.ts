import assert from "node:assert/strict";
import { SIMULATION_PLAN } from "../../../tests/support/simulation_plan.ts";
import { column, type Matrix, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { automaticBlockLength } from "./block_length.ts";
import { fitStudentT } from "./fit_student_t.ts";
import { fitGarch } from "./garch.ts";
import { pathModelOf } from "./path_model.ts";
import type { SimulationPlan } from "./simulation_plan.ts";
import type { SimulationSource } from "./simulation_source.ts";

const kernels = await loadKernels(null);

const PLAN: SimulationPlan = { ...SIMULATION_PLAN, horizon: 12, seed: 7 };

/**
 * Asset returns for tests that are waves of three lengths: no two rows are equal, and neighbouring rows are similar.
 */
const RETURNS = matrix(
  120,
  3,
  Float64Array.from(
    { length: 360 },
    (_, at) => 0.001 * (at % 3) + 0.01 * Math.sin((at - at % 3) * (0.11 + 0.07 * (at % 3))),
  ),
);
/** Simulated portfolio for tests, in which the second asset has no weight. */
const SOURCE: SimulationSource = {
  weights: Float64Array.of(0.6, 0, 0.3),
  expectedReturns: kernels.statistics.means(RETURNS),
  covariance: kernels.statistics.covariance(RETURNS),
  returns: RETURNS,
  periodsPerYear: 252,
};
const OWN = Float64Array.from({ length: 120 }, (_, t) => 0.6 * RETURNS.data[3 * t] + 0.3 * RETURNS.data[3 * t + 2]);

Deno.test("a gaussian portfolio rebalanced every period is simulated by its own mean and deviation", () => {
  const model = pathModelOf(SOURCE, PLAN, { kernels });
  assert.ok(model.kind === "portfolio_normal" && model.degreesOfFreedom === null);
  const history = matrix(120, 1, OWN);
  assert.ok(Math.abs(model.mean - kernels.statistics.means(history)[0]) < 1e-16);
  assert.ok(Math.abs(model.deviation / Math.sqrt(kernels.statistics.covariance(history).data[0]) - 1) < 1e-12);
});

Deno.test("degrees of freedom are the plan's, or else fitted to the portfolio's history, or else 5", () => {
  const freedomOf = (source: SimulationSource, degreesOfFreedom: number | null): number | null => {
    const model = pathModelOf(source, { ...PLAN, model: "student_t", degreesOfFreedom }, { kernels });
    return model.kind === "portfolio_normal" ? model.degreesOfFreedom : null;
  };
  assert.equal(freedomOf(SOURCE, 7.5), 7.5);
  assert.equal(freedomOf(SOURCE, null), fitStudentT(OWN));
  assert.equal(freedomOf({ ...SOURCE, returns: null }, null), 5);
});

Deno.test("drifting weights are simulated by a factor of the covariance of the assets held, even a singular one", () => {
  const check = (covariance: Matrix, rank: number): void => {
    const model = pathModelOf({ ...SOURCE, covariance }, { ...PLAN, rebalance: 0 }, { kernels });
    assert.ok(model.kind === "asset_normal");
    assert.deepEqual(model.weights, Float64Array.of(0.6, 0.3));
    const { factor } = model;
    assert.equal(factor.columns, rank);
    [0, 2].forEach((i, a) =>
      [0, 2].forEach((j, b) => {
        let sum = 0;
        for (let k = 0; k < rank; k++) sum += factor.data[a * rank + k] * factor.data[b * rank + k];
        assert.ok(Math.abs(sum - covariance.data[i * 3 + j]) < 1e-14);
      })
    );
  };
  check(SOURCE.covariance, 2);
  check(matrix(3, 3, Float64Array.of(4, 2, -2, 2, 9, -1, -2, -1, 1).map((value) => value / 1e4)), 1);
  check(matrix(3, 3), 0);
});

Deno.test("bootstraps draw rows of portfolio returns, or of asset returns where weights drift", () => {
  const whole = pathModelOf(SOURCE, { ...PLAN, model: "bootstrap" }, { kernels });
  assert.ok(whole.kind === "portfolio_rows" && whole.draw.kind === "each");
  whole.returns.forEach((value, t) => assert.ok(Math.abs(value - OWN[t]) < 1e-16));
  const drifting = pathModelOf(SOURCE, { ...PLAN, model: "bootstrap", rebalance: 6 }, { kernels });
  assert.ok(drifting.kind === "asset_rows" && drifting.rebalance === 6);
  assert.deepEqual([drifting.returns.rows, drifting.returns.columns], [120, 2]);
  assert.deepEqual(column(drifting.returns, 1), column(RETURNS, 2));
});

Deno.test("blocks have the length of the plan, or else the automatic one of the portfolio's returns", () => {
  const drawOf = (model: SimulationPlan["model"], blockLength: number | null) => {
    const found = pathModelOf(SOURCE, { ...PLAN, model, blockLength }, { kernels });
    return found.kind === "portfolio_rows" ? found.draw : null;
  };
  const lengths = automaticBlockLength(OWN);
  assert.deepEqual(drawOf("block_bootstrap", 9), { kind: "blocks", length: 9 });
  assert.deepEqual(drawOf("block_bootstrap", null), { kind: "blocks", length: Math.round(lengths.circular) });
  assert.deepEqual(drawOf("stationary_bootstrap", 9), { kind: "geometric", meanLength: 9 });
  assert.deepEqual(drawOf("stationary_bootstrap", null), { kind: "geometric", meanLength: lengths.stationary });
});

Deno.test("a filtered simulation continues from the last GARCH variance, with residuals of mean 0 and variance 1", () => {
  const model = pathModelOf(SOURCE, { ...PLAN, model: "filtered_historical" }, { kernels });
  assert.ok(model.kind === "filtered");
  [0, 2].forEach((j, at) => {
    const fit = fitGarch(column(RETURNS, j));
    assert.deepEqual(
      [model.means[at], model.omega[at], model.alpha[at], model.beta[at], model.firstVariance[at]],
      [fit.mean, fit.omega, fit.alpha, fit.beta, fit.nextVariance],
    );
    const z = column(model.residuals, at);
    assert.ok(Math.abs(z.reduce((sum, value) => sum + value, 0)) < 1e-10);
    assert.ok(Math.abs(z.reduce((sum, value) => sum + value * value, 0) / 120 - 1) < 1e-12);
  });
});

Deno.test("the fit of a filtered simulation reports before each asset how many are fitted", () => {
  const heard: number[][] = [];
  const onPart = (fitted: number, total: number): void => void heard.push([fitted, total]);
  pathModelOf(SOURCE, { ...PLAN, model: "filtered_historical" }, { kernels, onPart });
  assert.deepEqual(heard, [[0, 1], [0, 2], [1, 2]]);
});

Deno.test("every model reports that its fit starts, and a singular covariance of assets reports a longer fit", () => {
  const singular = { ...SOURCE, covariance: matrix(3, 3, new Float64Array(9).fill(1)) };
  for (const [plan, expected] of [[PLAN, [[0, 1]]], [{ ...PLAN, rebalance: 0 }, [[0, 1], [1, 20]]]] as const) {
    const heard: number[][] = [];
    pathModelOf(singular, plan, { kernels, onPart: (fitted, total) => void heard.push([fitted, total]) });
    assert.deepEqual(heard, expected);
  }
});

Deno.test("simulation models that draw rows refuse a missing history", () => {
  for (const model of ["bootstrap", "block_bootstrap", "stationary_bootstrap", "filtered_historical"] as const) {
    assert.throws(() => pathModelOf({ ...SOURCE, returns: null }, { ...PLAN, model }, { kernels }), RangeError);
  }
});
