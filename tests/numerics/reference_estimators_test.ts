import assert from "node:assert/strict";
import { alignReturns } from "../../src/estimation/align_returns.ts";
import { COVARIANCES } from "../../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../src/estimation/expected_returns/mod.ts";
import type { EstimationInputs, Estimator } from "../../src/estimation/estimator.ts";
import type { Registry } from "../../src/domain/registry.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import {
  announceMissingShared,
  loadCasePrices,
  type ReferenceCase,
  referenceCases,
  SHARED_AVAILABLE,
} from "../support/reference.ts";

announceMissingShared("The estimators of the reference set");

/** Cases whose estimators are registered, by what they compare. */
const cases = referenceCases("estimators").filter((of) =>
  of.expected.covariance === undefined
    ? EXPECTED_RETURNS.get(of.request.expected_returns?.estimator ?? "") !== undefined
    : COVARIANCES.get(of.request.covariance?.estimator ?? "") !== undefined
);

Deno.test({
  name: "the reference set has a case of every estimator that needs a history",
  ignore: !SHARED_AVAILABLE,
  fn() {
    const covariances = cases.filter((of) => of.expected.covariance !== undefined);
    const tested = new Set(covariances.map((of) => of.request.covariance?.estimator));
    for (const { id, needsHistory } of COVARIANCES) assert.ok(!needsHistory || tested.has(id), id);
    const means = new Set(
      cases.filter((of) => of.expected.expected_returns !== undefined)
        .map((of) => of.request.expected_returns?.estimator),
    );
    for (const { id, needsHistory } of EXPECTED_RETURNS) assert.ok(!needsHistory || means.has(id), id);
  },
});

for (const of of cases) {
  Deno.test(`the estimate of ${of.id} equals the independent answer within the case's tolerance`, async () => {
    const kernels = await loadKernels(null);
    const { aligned } = alignReturns(loadCasePrices(of), {
      kind: "prices",
      frequency: of.data.frequency,
      source: "reference",
    });
    assert.equal(aligned.returns.rows, of.data.observations);
    const inputs = { assets: aligned.assets, returns: aligned.returns };
    const { estimate, answer } = compared(of, inputs, kernels);

    const largest = answer.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    assert.equal(estimate.length, answer.length);
    answer.forEach((value, i) => {
      const difference = Math.abs(estimate[i] - value);
      assert.ok(
        difference <= (of.tolerance.relative_to_largest ?? 0) * largest,
        `${i}: ${estimate[i]} against ${value}`,
      );
    });
  });
}

function compared(
  of: ReferenceCase,
  inputs: EstimationInputs,
  kernels: Kernels,
): { estimate: Float64Array; answer: readonly number[] } {
  const { covariance, covariance_assets, expected_returns } = of.expected;
  if (covariance !== undefined) {
    assert.deepEqual(covariance_assets, of.data.assets);
    const estimate = estimated(COVARIANCES, of.request.covariance, { inputs, kernels });
    return { estimate: estimate.data, answer: covariance.flat() };
  }
  const estimate = estimated(EXPECTED_RETURNS, of.request.expected_returns, { inputs, kernels });
  return { estimate, answer: of.data.assets.map((asset) => expected_returns?.[asset] ?? NaN) };
}

function estimated<Value>(
  list: Registry<Estimator<Value>>,
  request: Record<string, unknown> | undefined,
  { inputs, kernels }: { inputs: EstimationInputs; kernels: Kernels },
): Value {
  const { estimator: id, ...parameters } = request ?? {};
  const estimator = list.get(String(id));
  if (estimator === undefined) throw new Error(`No estimator ${id}`);
  return estimator.estimate(inputs, estimator.parameters.parse(parameters), kernels);
}
