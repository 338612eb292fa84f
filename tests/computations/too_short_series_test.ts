import assert from "node:assert/strict";
import { alignHistory } from "../../src/computations/align_history.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { parseRequest } from "../../src/request/run_request.ts";

type Series = Readonly<Record<string, readonly (number | null)[]>>;

const DATES = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"];
const LONG = { A: [10, 11, 10.5, 10.7, 10.2, 10.3, 10.6], B: [20, 19, 21, 20, 20.5, 21, 20.7] };
const NEW = { NEW: [null, null, null, null, 5, 5.1, 5.2] };

/** Test helper. Returns the faults that aligning the prices of a request finds, or the code of a failed run. */
function faultsOf(
  series: Series,
  fields: Readonly<Record<string, unknown>> = {},
  { source = "request" }: { source?: "request" | "sample" } = {},
): readonly string[] {
  const rows = Math.max(...Object.values(series).map(({ length }) => length));
  const body = { prices: { dates: DATES.slice(0, rows), series }, methods: ["min_volatility"], ...fields };
  const { history, ...request } = parseRequest(body);
  assert.ok(history);
  try {
    alignHistory(request, { ...history, source }, null);
  } catch (error) {
    assert.ok(error instanceof DomainError);
    if (error.code !== "validation_failed") return [`${error.code}: ${error.message}`];
    return error.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  }
  return [];
}

const SENTENCE = 'from 2 returns of 3 assets: "NEW" starts on 2024-01-05, and without it there are 6 returns of 2 ' +
  "assets: leave it out, or give it a longer history";

Deno.test("a method that estimates is refused where one series alone leaves fewer returns than assets", () => {
  const series = { ...LONG, ...NEW };
  assert.deepEqual(faultsOf(series), [`/methods/0: Cannot estimate for method "min_volatility" ${SENTENCE}`]);
  const methods = ["equal_weight", "min_cvar", "inverse_volatility"];
  assert.deepEqual(faultsOf(series, { methods, efficient_frontier: { points: 5 } }), [
    `/methods/1: Cannot estimate for method "min_cvar" ${SENTENCE}`,
    `/methods/2: Cannot estimate for method "inverse_volatility" ${SENTENCE}`,
    `/efficient_frontier: Cannot estimate an efficient frontier ${SENTENCE}`,
  ]);
});

Deno.test("a run of a provider's prices fails where one series alone leaves fewer returns than assets", () => {
  assert.deepEqual(faultsOf({ ...LONG, ...NEW }, {}, { source: "sample" }), [
    `insufficient_history: Cannot estimate for method "min_volatility" ${SENTENCE}`,
  ]);
});

Deno.test("a series that ends before the others is refused like one that starts after them", () => {
  const dates = [...DATES, "2024-01-10", "2024-01-11"];
  const prices = {
    dates,
    series: { A: [...LONG.A, 10.5, 10.4], B: [...LONG.B, 20, 21], OLD: [5, 5.1, 5.2, ...Array(6).fill(null)] },
  };
  assert.deepEqual(faultsOf({ A: [] }, { prices }), [
    '/methods/0: Cannot estimate for method "min_volatility" from 2 returns of 3 assets: "OLD" ends on 2024-01-03, and ' +
    "without it there are 8 returns of 2 assets: leave it out, or give it a longer history",
  ]);
});

Deno.test("a benchmark that leaves fewer returns than assets is named like an asset", () => {
  const benchmark = { prices: [null, null, null, null, 7, 7.1, 7.2] };
  const [fault, ...others] = faultsOf({ ...LONG, C: [5, 6, 5, 6, 5, 6, 5] }, { benchmark });
  assert.match(fault, /^\/methods\/0: .* 2 returns of 3 assets: "benchmark" starts on 2024-01-05, .* 6 returns of 3 /);
  assert.deepEqual(others, []);
});

Deno.test("methods that need no estimates, and estimates of the caller's own, are not refused for a short series", () => {
  const series = { ...LONG, ...NEW };
  const methods = ["equal_weight", "hold"], starting_portfolio = { A: 0.5, B: 0.5 };
  assert.deepEqual(faultsOf(series, { methods, starting_portfolio }), []);
  const matrix = [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]];
  assert.deepEqual(faultsOf(series, { covariance: { estimator: "given", assets: ["A", "B", "NEW"], matrix } }), []);
});

Deno.test("a few rows of equally long series are not refused", () => {
  assert.deepEqual(faultsOf({ A: [1, 2, 3], B: [2, 1, 2], C: [3, 3, 4], D: [1, 1.5, 1] }), []);
});

Deno.test("a series that starts a day later is not refused where the others are as short", () => {
  assert.deepEqual(
    faultsOf({ A: [1, 2, 3, 2], B: [2, 1, 2, 1], C: [null, 3, 4, 3], D: [1, 1.5, 1, 1], E: [2, 3, 2, 4] }),
    [],
  );
});
