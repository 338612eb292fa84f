import { matrixOfRows } from "../../src/documents/covariance_file.ts";
import assert from "node:assert/strict";
import { alignHistory } from "../../src/computations/align_history.ts";
import { alignRun } from "../../src/computations/align_run.ts";
import { optimization } from "../../src/computations/optimization.ts";
import type { OptimizationResult, ResultData } from "../../src/documents/run_result.ts";
import { decodeHistory, encodeHistory } from "../../src/documents/aligned_history.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { parseRequest, runConfig } from "../../src/request/run_request.ts";
import { randomNumbers } from "../support/sample_problem.ts";

const kernels = await loadKernels(null);
type Fields = Readonly<Record<string, unknown>>;

const ROWS = 80;
/** Weekdays from Monday 2024-01-01 on. */
const DATES = Array.from({ length: 2 * ROWS }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))
  .filter((day) => day.getUTCDay() % 6 !== 0).slice(0, ROWS).map((day) => day.toISOString().slice(0, 10));
const next = randomNumbers(11);
const WALKS = ["A", "B", "NEW"].map((name) => {
  let price = 100;
  return [name, DATES.map(() => price *= 1 + 0.04 * (next() - 0.48))] as const;
});
const SERIES = Object.fromEntries(
  WALKS.map(([name, prices]) => [name, prices.map((price, t) => name === "NEW" && t < 60 ? null : price)] as const),
);

function body(fields: Fields = {}): Fields {
  return {
    prices: { dates: DATES, series: SERIES },
    methods: ["min_volatility"],
    history: "available",
    ...fields,
  };
}

function faultsOf(fields: Fields): readonly string[] {
  try {
    const { history, ...request } = parseRequest(body(fields));
    if (history !== null) alignHistory(request, history, null);
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === "validation_failed", String(error));
    return error.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  }
  return [];
}

async function resultOf(fields: Fields): Promise<OptimizationResult & { readonly data: ResultData }> {
  const { history: own, ...request } = parseRequest(body(fields));
  const history = alignRun({ ...request, history: own }, null);
  const inputs = { request, history, digests: { core: "", solver: "" } };
  const { result } = await optimization.compute(inputs, { kernels, progress: () => {} });
  assert.ok(result.data);
  return { ...result, data: result.data };
}

/** The covariance of two assets over the days that both have a return, by plain loops over the prices. */
function plainCovariance(a: string, b: string): number {
  const returnsOf = (name: string) =>
    SERIES[name].map((price, t) => {
      const before = t === 0 ? null : SERIES[name][t - 1];
      return price === null || before === null ? null : price / before - 1;
    });
  const [one, other] = [returnsOf(a), returnsOf(b)];
  const pairs = one.flatMap((x, t) => {
    const y = other[t];
    return x === null || y === null ? [] : [[x, y] as const];
  });
  const [mean, meanOther] = [0, 1].map((k) => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length);
  return pairs.reduce((sum, [x, y]) => sum + (x - mean) * (y - meanOther), 0) / (pairs.length - 1);
}

Deno.test("means and covariances of a run with all returns are those of each asset and each pair", async () => {
  const { estimates } = await resultOf({});
  const { assets, matrix, repair } = estimates.covariance;
  assert.equal(repair, null);
  assets.forEach((a, i) =>
    assets.forEach((b, j) => assert.ok(Math.abs(matrix[i][j] / plainCovariance(a, b) - 1) < 1e-11, `${a} ${b}`))
  );
  const growth = SERIES.A.slice(1).map((price, t) => Number(price) / Number(SERIES.A[t]) - 1);
  const mean = growth.reduce((sum, one) => sum + one, 0) / growth.length;
  assert.ok(Math.abs(estimates.expected_returns.A - mean) < 1e-16);
});

Deno.test("a run with all returns says how few the shortest pair has, and that metrics use the common days", async () => {
  const { data } = await resultOf({});
  assert.deepEqual(data.doubts.filter(({ code }) => /pairs|common|short/.test(code)), [
    {
      code: "estimated_by_pairs",
      severity: "note",
      assets: ["A", "NEW"],
      detail: "Means and covariances are estimated from all returns that each asset and each pair has: the shortest, " +
        '"A" and "NEW", has 19 returns, the longest 79',
      evidence: { fewest: 19, most: 79 },
    },
    {
      code: "measured_on_common_days",
      severity: "note",
      assets: [],
      detail: "Metrics and curves use the 19 returns of days that all assets have, the estimates up to 79",
      evidence: { returns: 19, of: 79 },
    },
  ]);
  assert.equal(data.observations, 19);
});

Deno.test("a matrix by pairs that is not positive semidefinite is repaired, and told", async () => {
  const long = { dates: DATES, series: gapped() };
  const { data, estimates } = await resultOf({ prices: undefined, returns: long });
  assert.ok(estimates.covariance.repair !== null);
  assert.ok(data.doubts.some(({ code, severity }) => code === "covariance_repaired" && severity === "note"));
  const { matrix } = estimates.covariance;
  const { values } = kernels.linearAlgebra.eigen(matrixOfRows(matrix));
  assert.ok(values[0] >= -1e-18);
});

/** Returns of three assets of which each pair has days of its own: A moves with B, B with C, and C against A. */
function gapped(): Readonly<Record<string, Cells>> {
  const move = (t: number) => 0.01 * Math.sin(t * t + 1);
  const part = (t: number) => t >= 78 ? 3 : Math.floor(t / 26);
  return {
    A: DATES.map((_, t) => part(t) === 1 ? null : move(t)),
    B: DATES.map((_, t) => part(t) === 2 ? null : move(t)),
    C: DATES.map((_, t) => part(t) === 0 ? null : part(t) === 2 ? -move(t) : move(t)),
  };
}
type Cells = readonly (number | null)[];

Deno.test("a run without gaps has no notes about pairs, and the estimates of common days", async () => {
  const { NEW: _new, ...others } = SERIES;
  const fields = { prices: { dates: DATES, series: others } };
  const [all, common] = [await resultOf(fields), await resultOf({ ...fields, history: "common" })];
  assert.deepEqual(all.data.doubts, common.data.doubts);
  const [own, other] = [all, common].map(({ estimates }) => matrixOfRows(estimates.covariance.matrix).data);
  own.forEach((entry, at) => assert.ok(Math.abs(entry / other[at] - 1) < 1e-12));
});

Deno.test("estimators, methods, rules and frontiers that need the returns of all on the same days are refused by name", () => {
  const needs = "the returns of all assets on the same days";
  assert.deepEqual(faultsOf({ covariance: { estimator: "ledoit_wolf" }, expected_returns: { estimator: "ewma" } }), [
    `/expected_returns: Cannot use estimator "ewma" with history "available": it needs ${needs}; choose one of ` +
    'historical_mean, shrunk_equilibrium, black_litterman, given, or send history "common"',
    `/covariance: Cannot use estimator "ledoit_wolf" with history "available": it needs ${needs}; choose one of ` +
    'sample, semi, given, or send history "common"',
  ]);
  assert.deepEqual(faultsOf({ methods: ["min_cvar", { method: "hrp", distance: "spearman" }, "hrp", "kelly"] }), [
    `/methods/0: Cannot run method "min_cvar": it needs ${needs}: send history "common"`,
    `/methods/1: Cannot run method "hrp": its distance "spearman" needs ${needs}: send history "common"`,
    `/methods/3: Cannot run method "kelly": it needs ${needs}: send history "common"`,
  ]);
  assert.deepEqual(faultsOf({ constraints: { risk_limits: [{ measure: "cvar", max: 0.05 }] } }), [
    `/constraints/risk_limits/0/measure: Cannot limit cvar with history "available": it needs ${needs}`,
  ]);
  assert.deepEqual(faultsOf({ efficient_frontier: { points: 5, measure: "cvar" } }), [
    `/efficient_frontier/measure: Cannot draw a frontier of cvar with history "available": it needs ${needs}; a ` +
    "frontier of volatility does not",
  ]);
});

Deno.test("with all returns a run is compared with weights, and refused with a benchmark of prices", () => {
  const prices = DATES.map((_, t) => 100 + t % 3);
  const methods = ["min_tracking_error"], constraints = { tracking_error: { max: 0.1 } };
  const why = 'with history "available" a run is compared only with a benchmark of weights or an asset of its own: ' +
    'send one, or history "common"';
  assert.deepEqual(faultsOf({ methods, benchmark: { prices }, constraints }), [
    `/methods/0: Cannot run method "min_tracking_error": ${why}`,
    `/constraints/tracking_error: Cannot limit the tracking error: ${why}`,
  ]);
  assert.deepEqual(faultsOf({ methods, benchmark: "A", constraints }), []);
});

Deno.test("moments have no history that could be available", () => {
  const moments = { assets: ["A"], expected_returns: [0.001], covariance: [[0.0001]] };
  assert.deepEqual(faultsOf({ prices: undefined, moments, methods: ["equal_weight"] }), [
    '/history: Cannot take history "available" with moments: they have no history',
  ]);
});

Deno.test("a pair with fewer common returns than assets refuses a method that estimates, and names the pair", () => {
  const series = { ...SERIES, NEW: SERIES.NEW.map((price, t) => t < 77 ? null : price) };
  assert.deepEqual(faultsOf({ prices: { dates: DATES, series }, methods: ["equal_weight", "min_volatility"] }), [
    '/methods/1: Cannot estimate for method "min_volatility" of 3 assets by pairs: "A" and "NEW" have only 2 returns in ' +
    "common, others up to 79: leave one out, or give it a longer history",
  ]);
});

Deno.test("a pair without two common returns is refused whatever the methods, and gaps beyond filling are no returns", () => {
  const rare = SERIES.A.map((price, t) => t % 10 === 0 ? price : null);
  const fields = { prices: { dates: DATES, series: { ...SERIES, RARE: rare } }, methods: ["equal_weight"] };
  assert.deepEqual(faultsOf(fields), [
    '/history: Cannot estimate by pairs from fewer than 2 returns: "A" and "RARE" have only 0 returns in common, others ' +
    "up to 79: leave one out, or give it a longer history",
  ]);
});

Deno.test("the config of a run says which returns it uses, and its stored history keeps them", () => {
  const sent = body(), request = parseRequest(sent), { history: _default, ...plain } = sent;
  assert.equal(runConfig(sent, request).history, "available");
  assert.equal(runConfig(plain, parseRequest(plain)).history, "common");
  assert.deepEqual(parseRequest(runConfig(sent, request)).historyUse, "available");
  const history = alignRun(request, null);
  assert.ok(history?.available);
  const stored = decodeHistory(encodeHistory({ ...history, assets: request.assets }));
  assert.deepEqual(stored, { ...history, assets: request.assets });
});

Deno.test("the digest of a run with all returns depends on those outside the common days", async () => {
  const changed = { ...SERIES, A: SERIES.A.map((price, t) => t === 3 ? Number(price) + 1 : price) };
  const digestOf = async (series: typeof SERIES): Promise<string> =>
    (await resultOf({ prices: { dates: DATES, series } })).data.digest;
  const digests = [await digestOf(SERIES), await digestOf(changed)];
  assert.notEqual(digests[0], digests[1]);
});
