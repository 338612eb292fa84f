import assert from "node:assert/strict";
import { periodsPerYear } from "../../src/domain/frequency.ts";
import { alignReturns } from "../../src/estimation/align_returns.ts";
import { COVARIANCES } from "../../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../src/estimation/expected_returns/mod.ts";
import type { EstimationInputs, Estimator } from "../../src/estimation/estimator.ts";
import type { Registry } from "../../src/domain/registry.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { estimationInputsOf } from "../support/estimation_inputs.ts";
import {
  announceMissingShared,
  loadCasePrices,
  type ReferenceCase,
  referenceCases,
  SHARED_AVAILABLE,
} from "../support/reference.ts";

announceMissingShared("The estimators of the reference set");

/** Cases of the reference set that test estimators, limited to estimators in the registries. */
const cases = referenceCases("estimators").filter((of) =>
  of.expected.covariance === undefined
    ? EXPECTED_RETURNS.get(of.request.expected_returns?.estimator ?? "") !== undefined
    : COVARIANCES.get(of.request.covariance?.estimator ?? "") !== undefined
);

Deno.test({
  name: "the reference set has a case of every estimator except the caller's own",
  ignore: !SHARED_AVAILABLE,
  fn() {
    const covariances = cases.filter((of) => of.expected.covariance !== undefined);
    const tested = new Set(covariances.map((of) => of.request.covariance?.estimator));
    for (const { id } of COVARIANCES) assert.ok(id === "given" || tested.has(id), id);
    const means = new Set(
      cases.filter((of) => of.expected.expected_returns !== undefined)
        .map((of) => of.request.expected_returns?.estimator),
    );
    for (const { id } of EXPECTED_RETURNS) assert.ok(id === "given" || means.has(id), id);
  },
});

for (const of of cases) {
  Deno.test(`the estimate of ${of.id} equals the independent answer within the case's tolerance`, async () => {
    const kernels = await loadKernels(null);
    const prices = loadCasePrices(of);
    const { aligned } = alignReturns(prices, {
      kind: "prices",
      frequency: of.data.frequency,
      source: "reference",
      ...prices.benchmark === null ? {} : { benchmark: { prices: prices.benchmark } },
    });
    assert.equal(aligned.returns.rows, of.data.observations);
    const periods = periodsPerYear(of.data.frequency);
    const inputs = estimationInputsOf({
      ...aligned,
      riskFreeRate: (of.request.risk_free_rate ?? 0) / periods,
      periodsPerYear: periods,
    });
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
  const spread = estimated(COVARIANCES, of.request.covariance, { inputs, kernels });
  const known = { ...inputs, covariance: spread };
  const estimate = estimated(EXPECTED_RETURNS, of.request.expected_returns, { inputs: known, kernels });
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
