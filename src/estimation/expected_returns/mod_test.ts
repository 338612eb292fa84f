import assert from "node:assert/strict";
import { estimationInputsOf } from "../../../tests/support/estimation_inputs.ts";
import { randomNumbers } from "../../../tests/support/sample_problem.ts";
import { assetId } from "../../domain/asset.ts";
import { DomainError } from "../../domain/errors.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import type { EstimationInputs } from "../estimator.ts";
import { EXPECTED_RETURNS } from "./mod.ts";

const kernels = await loadKernels(null);
const ASSETS = ["A", "B"].map(assetId);
const RETURNS = matrix(3, 2, Float64Array.of(0, 0.1, 0.1, -0.05, 0.2, 0.1));

function estimate(
  id: string,
  parameters: unknown,
  returns: Matrix | null = RETURNS,
  known: Partial<EstimationInputs> = {},
): number[] {
  const estimator = EXPECTED_RETURNS.get(id);
  assert.ok(estimator !== undefined);
  const inputs = estimationInputsOf({ assets: ASSETS, returns, ...known });
  return [...estimator.estimate(inputs, estimator.parameters.parse(parameters), kernels)];
}

/** Test helper. Asserts that numbers are equal up to the rounding of sums of three numbers below 1. */
function close(actual: readonly number[], expected: readonly number[]): void {
  expected.forEach((value, i) => assert.ok(Math.abs(actual[i] - value) < 1e-16 * 3, `${actual[i]} at ${i}`));
}

Deno.test("historical_mean is the arithmetic mean", () => {
  close(estimate("historical_mean", {}), [0.1, 0.05]);
});

Deno.test("ewma expected returns weigh returns by powers of the decay", () => {
  close(estimate("ewma", { decay: 0.5 }), [1 / 7, 2 / 35]);
});

Deno.test("the decay of ewma expected returns is 0.94 by default", () => {
  assert.deepEqual(EXPECTED_RETURNS.get("ewma")?.parameters.parse({}), { decay: 0.94 });
});

Deno.test("given expected returns are put in the order of the assets of the run and need no history", () => {
  assert.deepEqual(estimate("given", { values: { B: 0.2, A: 0.1 } }, null), [0.1, 0.2]);
});

Deno.test("given expected returns with missing or unknown assets are refused at their pointers", () => {
  const faults = EXPECTED_RETURNS.get("given")?.check?.({ values: { A: 0.1, "C/D": 0.2 } }, ASSETS) ?? [];
  assert.deepEqual(faults.map(({ pointer }) => pointer), ["/values/C~1D", "/values"]);
  assert.match(faults[0].detail, /"C\/D" is not an asset of the run/);
  assert.match(faults[1].detail, /"B"/);
});

Deno.test("given expected returns are finite numbers, and no other field is accepted", () => {
  const parameters = EXPECTED_RETURNS.get("given")?.parameters;
  for (const wrong of [{}, { values: { A: "1" } }, { values: { A: NaN } }, { values: { A: 1 }, unit: "annual" }]) {
    assert.equal(parameters?.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

Deno.test("estimators of expected returns refuse a missing history", () => {
  for (const { id, needsHistory } of EXPECTED_RETURNS) {
    const parameters = id === "shrunk_equilibrium" ? { market_weights: { A: 1 } } : {};
    if (needsHistory) assert.throws(() => estimate(id, parameters, null), (error) => error instanceof DomainError, id);
  }
});

const COVARIANCE = matrix(2, 2, Float64Array.of(0.04, 0.01, 0.01, 0.02));

Deno.test("shrunk_equilibrium mixes historical means and returns of the market equilibrium by its shrinkage", () => {
  const known = { covariance: COVARIANCE, riskFreeRate: 0.001 };
  const of = (shrinkage: number) =>
    estimate(
      "shrunk_equilibrium",
      { market_weights: { A: 3e12, B: 1e12 }, risk_aversion: 2, shrinkage },
      RETURNS,
      known,
    );
  const equilibrium = [0.001 + 2 * (0.75 * 0.04 + 0.25 * 0.01), 0.001 + 2 * (0.75 * 0.01 + 0.25 * 0.02)];
  close(of(1), equilibrium);
  close(of(0), [0.1, 0.05]);
  close(of(0.25), [0.25 * equilibrium[0] + 0.75 * 0.1, 0.25 * equilibrium[1] + 0.75 * 0.05]);
});

Deno.test("shrunk_equilibrium counts an asset without a market weight as 0", () => {
  const means = estimate("shrunk_equilibrium", { market_weights: { B: 7 }, shrinkage: 1 }, RETURNS, {
    covariance: COVARIANCE,
  });
  close(means, [2.5 * 0.01, 2.5 * 0.02]);
});

Deno.test("capm adds beta times the excess return of the benchmark to the risk-free rate", () => {
  const benchmark = Float64Array.of(0.02, 0.01, 0.03);
  const means = estimate("capm", {}, RETURNS, { benchmark, riskFreeRate: 0.005 });
  const betas = [5, 7.5];
  close(means, betas.map((beta) => 0.005 + beta * (0.02 - 0.005)));
});

Deno.test("capm refuses a missing benchmark and one that never moves", () => {
  assert.throws(() => estimate("capm", {}), /needs returns of a benchmark/);
  const benchmark = new Float64Array(3).fill(0.02);
  const sentence =
    'Cannot estimate by estimator "capm": the return of the benchmark never changes, another benchmark is needed';
  assert.throws(() => estimate("capm", {}, RETURNS, { benchmark }), { message: sentence });
  const inputs = estimationInputsOf({ assets: ASSETS, returns: RETURNS, benchmark });
  assert.deepEqual(EXPECTED_RETURNS.get("capm")?.unsuited?.(inputs, {}), [{ pointer: "", detail: sentence }]);
});

Deno.test("james_stein leaves two assets as they are, and shrinks five towards their common mean by its formula", () => {
  close(estimate("james_stein", {}), [0.1, 0.05]);
  const assets = ["A", "B", "C", "D", "E"].map(assetId);
  const next = randomNumbers(1);
  const noise = matrix(8, 5, Float64Array.from({ length: 40 }, (_, at) => 0.1 * next() + 0.01 * (at % 5)));
  const inputs = estimationInputsOf({ assets, returns: noise });
  const means = EXPECTED_RETURNS.get("james_stein")?.estimate(inputs, {}, kernels) ?? new Float64Array(1);
  const plain = kernels.statistics.means(noise);
  const common = plain.reduce((sum, mean) => sum + mean, 0) / 5;
  const [trace, largest] = spectrumOf(kernels.statistics.covariance(noise));
  const share = Math.min(1, (trace - 2 * largest) / 8 / plain.reduce((sum, mean) => sum + (mean - common) ** 2, 0));
  assert.ok(share > 0 && share < 1);
  close([...means], [...plain].map((mean) => (1 - share) * mean + share * common));
});

function spectrumOf(covariance: Matrix): readonly [number, number] {
  const { values } = kernels.linearAlgebra.eigen(covariance);
  return [values.reduce((sum, value) => sum + value, 0), values[values.length - 1]];
}

for (const id of ["shrunk_equilibrium", "black_litterman"]) {
  Deno.test(`market weights of ${id} with unknown assets or a sum of 0 are refused at their pointer`, () => {
    const estimator = EXPECTED_RETURNS.get(id);
    const told = (market_weights: Readonly<Record<string, number>>) =>
      estimator?.check?.(estimator.parameters.parse({ market_weights }), ASSETS);
    assert.deepEqual(told({ A: 1, B: 0 }), []);
    assert.deepEqual(told({ A: 1, "C/D": 1 }), [{
      pointer: "/market_weights/C~1D",
      detail: 'The asset "C/D" is not an asset of the run',
    }]);
    const none = [{
      pointer: "/market_weights",
      detail: "Cannot use market_weights that sum to 0: at least one must be above 0",
    }];
    assert.deepEqual(told({ A: 0, B: 0 }), none);
    assert.deepEqual(told({}), none);
  });
}

Deno.test("the shrinkage of shrunk_equilibrium lies in [0, 1] and is 0.5 by default", () => {
  const parameters = EXPECTED_RETURNS.get("shrunk_equilibrium")?.parameters;
  const market_weights = { A: 1 };
  assert.deepEqual(parameters?.parse({ market_weights }), { market_weights, risk_aversion: 2.5, shrinkage: 0.5 });
  for (
    const wrong of [{ shrinkage: 1.1 }, { shrinkage: -0.1 }, { shrinkage: null }, { tau: 0.05 }, {
      market_weights: [1],
    }]
  ) {
    assert.equal(parameters?.safeParse({ market_weights, ...wrong }).success, false, JSON.stringify(wrong));
  }
  assert.equal(parameters?.safeParse({}).success, false);
});

Deno.test("estimators of expected returns without parameters accept none", () => {
  for (const id of ["historical_mean", "james_stein", "capm"]) {
    assert.equal(EXPECTED_RETURNS.get(id)?.parameters.safeParse({ decay: 0.9 }).success, false, id);
  }
});
