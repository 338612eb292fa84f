import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import type { Doubt } from "../../src/domain/doubt.ts";
import type { Matrix } from "../../src/domain/matrix.ts";
import { historyFindings } from "../../src/estimation/history_doubts/mod.ts";
import { samplePrices } from "../../src/market_data/sample_market.ts";
import { requestDoubts } from "../../src/request/doubts/mod.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { goldenBenchmark, goldenCases } from "../support/golden.ts";
import { loadCasePrices, loadCaseReturns, referenceCases, SHARED_AVAILABLE } from "../support/reference.ts";
import { testInTurn } from "../support/tier.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Test helper. The doubts about the numbers and the own history of a request, but for notes. */
function seriousDoubts(body: Fields): readonly Doubt[] {
  const request = parseRequest(body), { history } = request;
  const isDated = history !== null && history.kind !== "scenarios";
  const ofHistory = isDated ? historyFindings({ ...history, kind: history.kind }, request).doubts : [];
  return [...requestDoubts(request), ...ofHistory].filter(({ severity }) => severity !== "note");
}

function seriesOf(assets: readonly string[], { rows, columns, data }: Matrix): Fields {
  return Object.fromEntries(assets.map((asset, j) => {
    const column = Float64Array.from({ length: rows }, (_, i) => data[i * columns + j]);
    return [asset, listOf(column)];
  }));
}

function listOf(numbers: Float64Array): readonly (number | null)[] {
  return Array.from(numbers, (number) => Number.isNaN(number) ? null : number);
}

Deno.test("no golden request is doubted, which all are meant as they are sent", () => {
  for (const of of goldenCases()) {
    const { assets, start_date: start, end_date: end, frequency } = of.data;
    const { dates, prices } = samplePrices(assets.map(assetId), { start, end });
    const benchmark = goldenBenchmark(of, dates);
    const body = {
      prices: { dates, series: seriesOf(assets, prices) },
      frequency,
      ...of.request,
      ...benchmark === null ? {} : { benchmark: { prices: listOf(benchmark) } },
    };
    assert.deepEqual(seriousDoubts(body), [], of.id);
  }
});

Deno.test(testInTurn({
  name: "no request of the reference set on real prices, returns and moments is doubted",
  ignore: !SHARED_AVAILABLE,
  fn() {
    const cases = referenceCases().filter(({ data }) => data.kind !== "moments" || data.inline !== undefined);
    assert.ok(cases.length > 100);
    for (const of of cases) {
      const { kind, inline, frequency } = of.data;
      if (kind === "moments") {
        assert.deepEqual(seriousDoubts({ moments: inline, frequency, ...of.request }), [], of.id);
        continue;
      }
      const { dates, assets, values, benchmark } = kind === "prices" ? loadCasePrices(of) : loadCaseReturns(of);
      const body = {
        [kind]: { dates, series: seriesOf(assets, values) },
        frequency,
        ...of.request,
        ...benchmark === null ? {} : { benchmark: { prices: listOf(benchmark) } },
      };
      assert.deepEqual(seriousDoubts(body), [], of.id);
    }
  },
}));
