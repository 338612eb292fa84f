import assert from "node:assert/strict";
import { estimationInputsOf } from "../../../tests/support/estimation_inputs.ts";
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

/** Sums of three numbers below 1. */
function close(actual: readonly number[], expected: readonly number[]): void {
  expected.forEach((value, i) => assert.ok(Math.abs(actual[i] - value) < 1e-16 * 3, `${actual[i]} at ${i}`));
}

Deno.test("historical_mean is the arithmetic mean", () => {
  close(estimate("historical_mean", {}), [0.1, 0.05]);
});

Deno.test("ewma weighs the last return most", () => {
  close(estimate("ewma", { decay: 0.5 }), [1 / 7, 2 / 35]);
});

Deno.test("the decay of ewma is 0.94 unless given", () => {
  assert.deepEqual(EXPECTED_RETURNS.get("ewma")?.parameters.parse({}), { decay: 0.94 });
});

Deno.test("given is put in the order of the run and needs no history", () => {
  assert.deepEqual(estimate("given", { values: { B: 0.2, A: 0.1 } }, null), [0.1, 0.2]);
});

Deno.test("given refuses assets that are missing or unknown, each at its pointer", () => {
  const faults = EXPECTED_RETURNS.get("given")?.check?.({ values: { A: 0.1, "C/D": 0.2 } }, ASSETS) ?? [];
  assert.deepEqual(faults.map(({ pointer }) => pointer), ["/values/C~1D", "/values"]);
  assert.match(faults[0].detail, /"C\/D" is not of this run/);
  assert.match(faults[1].detail, /"B"/);
});

Deno.test("given takes finite numbers and no other field", () => {
  const parameters = EXPECTED_RETURNS.get("given")?.parameters;
  for (const wrong of [{}, { values: { A: "1" } }, { values: { A: NaN } }, { values: { A: 1 }, unit: "annual" }]) {
    assert.equal(parameters?.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

Deno.test("an estimate of a history that is not there is refused", () => {
  for (const { id, needsHistory } of EXPECTED_RETURNS) {
    const parameters = id === "shrunk_equilibrium" ? { market_weights: { A: 1 } } : {};
    if (needsHistory) assert.throws(() => estimate(id, parameters, null), (error) => error instanceof DomainError, id);
  }
});
