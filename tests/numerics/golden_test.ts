import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import { periodsPerYear } from "../../src/domain/frequency.ts";
import { timesVector } from "../../src/domain/matrix.ts";
import { COVARIANCES } from "../../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../src/estimation/expected_returns/mod.ts";
import { alignReturns } from "../../src/estimation/align_returns.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { samplePrices } from "../../src/market_data/sample_market.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";
import { computeMetrics } from "../../src/measures/mod.ts";
import { ReturnSeries } from "../../src/measures/return_series.ts";
import { assertStated } from "../support/assert_stated.ts";
import { goldenBenchmark, type GoldenCase, goldenCases } from "../support/golden.ts";
import { assertCase, assertInfeasibleCase, estimatedMarket, missingFor, runCase } from "../support/run_case.ts";
import { testedCases } from "../support/tier.ts";

const cases = goldenCases();
const kernels = await loadKernels(null);

Deno.test("every golden case uses only registered methods, rules and estimators", () => {
  for (const of of cases) assert.equal(missingFor(of), null, of.id);
});

const named = cases.flatMap(({ request }) => request.methods).map((one) =>
  typeof one === "string" ? { method: one } : one
);

/** Hint in the message of a failure: what to add after a method, family, estimator or risk measure was registered. */
const WHAT_TO_ADD = "Add a golden answer to tests/fixtures/golden/, by scripts/reference/golden.py";

Deno.test("every method except the naive ones has a golden answer on the sample market", () => {
  const answered = new Set(named.map(({ method }) => method));
  const unanswered = [...METHODS].filter(({ id, group }) => !answered.has(id) && group !== "naive");
  assertStated(unanswered.map(({ id }) => id), WHAT_TO_ADD);
});

Deno.test("every constraint family and every estimator except the caller's own has a golden answer on the sample market", () => {
  const families = new Set(cases.flatMap(({ request }) => Object.keys(request.constraints ?? {})));
  assertStated(CONSTRAINT_FAMILIES.ids.filter((id) => !families.has(id)), WHAT_TO_ADD);
  const estimators = new Set<unknown>(
    cases.flatMap(({ request }) => [request.covariance?.estimator, request.expected_returns?.estimator]),
  );
  const unanswered = [...COVARIANCES.ids, ...EXPECTED_RETURNS.ids].filter((id) => !estimators.has(id));
  assertStated(unanswered.filter((id) => id !== "given"), WHAT_TO_ADD);
});

Deno.test("every risk measure has a golden answer on the sample market, by mean_risk, its own method or risk_parity", () => {
  const measuresOf = (method: string): ReadonlySet<unknown> =>
    new Set(named.filter((one) => one.method === method).map((one) => Reflect.get(one, "measure") ?? "variance"));
  const minimised = new Set<string>(named.map(({ method }) => method));
  const [general, shared] = [measuresOf("mean_risk"), measuresOf("risk_parity")];
  const unanswered = RISK_MEASURES.ids.filter((id) =>
    !general.has(id) && !shared.has(id) && !minimised.has(`min_${id}`)
  );
  assertStated(unanswered, WHAT_TO_ADD);
  for (const id of ["variance", "semideviation", "mad", "cvar", "evar", "cdar"]) assert.ok(shared.has(id), id);
});

const [optimised, others] = [true, false].map((isOptimised) =>
  cases.filter(({ kind_of_case }) => (kind_of_case === "optimisation") === isOptimised)
);

for (const of of [...testedCases(optimised), ...others]) {
  if (of.kind_of_case === "optimisation") {
    Deno.test(`the weights of ${of.id} are proven optimal and no worse than the independent answer`, () => {
      assertCase(runCase(of, kernels));
    });
  } else if (of.kind_of_case === "weights") {
    Deno.test(`the weights of ${of.id} equal the independent answer`, () => assertCase(runCase(of, kernels)));
  } else if (of.kind_of_case === "infeasible") {
    Deno.test(`${of.id} is infeasible, and the named conflict is a smallest set of rules`, () => {
      assertInfeasibleCase(runCase(of, kernels), kernels);
    });
  } else if (of.kind_of_case === "estimator") {
    Deno.test(`the estimates of ${of.id} equal the independent answer`, () => assertEstimates(of));
  } else {
    Deno.test(`every metric of ${of.id} equals the independent answer`, () => assertMetrics(of));
  }
}

function assertEstimates(of: GoldenCase): void {
  const { expectedReturns, covariance } = estimatedMarket(of, kernels);
  const { expected, tolerance: { relative_to_largest = 0 } } = of;
  assert.deepEqual(expected.covariance_assets ?? of.data.assets, of.data.assets);
  const means = of.data.assets.map((asset) => expected.expected_returns?.[asset] ?? NaN);
  const pairs = [[expectedReturns, means], [covariance.data, expected.covariance?.flat() ?? []]] as const;
  for (const [estimates, answers] of pairs) {
    assert.equal(estimates.length, answers.length);
    const largest = answers.reduce((most, answer) => Math.max(most, Math.abs(answer)), 0);
    answers.forEach((answer, i) => {
      const away = Math.abs(estimates[i] - answer);
      assert.ok(away <= relative_to_largest * largest, `${i}: ${estimates[i]} against ${answer}`);
    });
  }
}

function assertMetrics(of: GoldenCase): void {
  const assets = of.data.assets.map(assetId);
  const { dates, prices } = samplePrices(assets, { start: of.data.start_date, end: of.data.end_date });
  const levels = goldenBenchmark(of, dates);
  assert.ok(levels);
  const { frequency } = of.data;
  const { aligned } = alignReturns({ dates, assets, values: prices }, {
    kind: "prices",
    frequency,
    source: of.id,
    benchmark: { prices: levels },
  });
  assert.equal(aligned.returns.rows, of.data.observations);
  const weights = Float64Array.from(assets, (asset) => of.request.starting_portfolio?.[asset] ?? NaN);
  const metrics = computeMetrics(timesVector(aligned.returns, weights), {
    riskFreeRate: of.request.risk_free_rate ?? 0,
    periodsPerYear: periodsPerYear(frequency),
    confidence: 0.95,
    benchmark: aligned.benchmark && new ReturnSeries(aligned.benchmark, kernels),
    portfolio: {
      weights,
      expectedReturns: kernels.statistics.means(aligned.returns),
      covariance: kernels.statistics.covariance(aligned.returns),
      startingWeights: weights,
      startingWeightOutside: 0,
    },
  }, kernels);
  const { expected, tolerance } = of;
  // Metrics without a golden answer are tested by hand in `src/measures/mod_test.ts`.
  for (const [id, answer] of Object.entries(expected.metrics ?? {})) {
    const relative = tolerance.metrics_relative_of?.[id] ?? tolerance.metrics_relative ?? 0;
    const away = Math.abs((metrics[id] ?? NaN) - answer);
    assert.ok(away <= relative * Math.abs(answer), `${id}: ${metrics[id]} against ${answer}`);
  }
}
