import assert from "node:assert/strict";
import { WIDER_MEASURES } from "../support/wider_measures.ts";
import { periodsPerYear } from "../../src/domain/frequency.ts";
import { timesVector } from "../../src/domain/matrix.ts";
import { alignReturns } from "../../src/estimation/align_returns.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { computeMetrics, MEASURES } from "../../src/measures/mod.ts";
import { ReturnSeries } from "../../src/measures/return_series.ts";
import { announceMissingShared, loadCasePrices, referenceCases, SHARED_AVAILABLE } from "../support/reference.ts";

announceMissingShared("The metrics of the reference set");

const cases = referenceCases("metrics");

Deno.test({
  name: "the reference set has three cases of metrics and names only metrics that exist",
  ignore: !SHARED_AVAILABLE,
  fn() {
    assert.equal(cases.length, 3);
    const ids = MEASURES.ids;
    for (const { expected } of cases) {
      for (const id of Object.keys(expected.metrics ?? {})) assert.ok(ids.includes(id), id);
    }
  },
});

for (const of of cases) {
  Deno.test(`every metric of ${of.id} equals the independent answer within the case's tolerance`, async () => {
    const kernels = await loadKernels(null);
    const prices = loadCasePrices(of);
    const { aligned } = alignReturns(prices, {
      kind: "prices",
      frequency: of.data.frequency,
      source: "reference",
      ...(prices.benchmark === null ? {} : { benchmark: { prices: prices.benchmark } }),
    });
    assert.equal(aligned.returns.rows, of.data.observations);

    const weights = Float64Array.from(of.data.assets, (asset) => of.request.starting_portfolio?.[asset] ?? NaN);
    const series = timesVector(aligned.returns, weights);
    const metrics = computeMetrics(series, {
      riskFreeRate: of.request.risk_free_rate ?? 0,
      periodsPerYear: periodsPerYear(of.data.frequency),
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

    const expected = of.expected.metrics ?? {};
    for (const id of MEASURES.ids) {
      const answer = expected[id];
      // Skips the wider risk measures, because they have reference cases of their own.
      if (answer === undefined && WIDER_MEASURES.includes(id)) continue;
      if (answer === undefined) assert.equal(metrics[id], null, `${id} has no answer without a benchmark`);
      else {
        const relative = of.tolerance.metrics_relative_of?.[id] ?? of.tolerance.metrics_relative ?? 0;
        const difference = Math.abs((metrics[id] ?? NaN) - answer);
        assert.ok(difference <= relative * Math.abs(answer), `${id}: ${metrics[id]} against ${answer}`);
      }
    }
  });
}
