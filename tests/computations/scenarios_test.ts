import assert from "node:assert/strict";
import { constraintPreflight } from "../../src/computations/constraint_preflight.ts";
import { alignRun } from "../../src/computations/align_run.ts";
import { optimization } from "../../src/computations/optimization.ts";
import { withPeriods } from "../../src/computations/with_periods.ts";
import type { OptimizationResult } from "../../src/documents/run_result.ts";
import { kernelDigests } from "../../src/kernels/digests.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { MEASURES } from "../../src/measures/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { base64Of, scenarioAssets, scenarioRows } from "../support/scenarios.ts";

const kernels = await loadKernels(null), digests = await kernelDigests();

/** Test helper. Computes a run of own data as the local run does. */
async function resultOf(body: Record<string, unknown>): Promise<OptimizationResult> {
  const { history: own, ...request } = parseRequest(body);
  const history = alignRun({ ...request, history: own }, null);
  const inputs = { request: withPeriods(request, history), history, digests };
  const { result } = await optimization.compute(inputs, { kernels, progress: () => {} });
  return result;
}

/** Test helper. Computes something of each of several items, one after the other. */
async function allOf<Item, Output>(items: readonly Item[], of: (item: Item) => Promise<Output>): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const item of items) outputs.push(await of(item));
  return outputs;
}

const N = 5, T = 160, ROWS = scenarioRows({ assets: N, rows: T, seed: 3 }), ASSETS = scenarioAssets(N);
const DATES = Array.from({ length: T }, (_, t) => new Date(Date.UTC(2020, 0, 1 + t)).toISOString().slice(0, 10));
const RETURNS = {
  dates: DATES,
  series: Object.fromEntries(ASSETS.map((asset, j) => [asset, ROWS.map((row) => row[j])])),
};

/** How often each row counts. Some rows do not count. */
const COUNTS = ROWS.map((_, t) => t % 7 === 0 ? 0 : 1 + (t * t) % 4);
const ALL = COUNTS.reduce((sum, count) => sum + count, 0), USED = COUNTS.filter((count) => count > 0).length;
const REPEATED = ROWS.flatMap((row, t) => Array.from({ length: COUNTS[t] ?? 0 }, () => row));
const WEIGHTED = { assets: ASSETS, matrix: ROWS, probabilities: COUNTS.map((count) => count / ALL) };

/** Parameters without which a method cannot run. */
const PARAMETERS: Readonly<Record<string, Record<string, unknown>>> = {
  efficient_return: { target_return: 0.15 },
  efficient_risk: { target_volatility: 0.2 },
};
const FIELDS = { benchmark: ASSETS[0], starting_portfolio: { [ASSETS[1] ?? ""]: 1 }, frequency: "monthly" };

/** Test helper. Returns all methods that scenarios can use, weighted ones if asked for, with their needs met. */
function methodsFor(use: { readonly areWeighted: boolean }): readonly Record<string, unknown>[] {
  return [...METHODS].flatMap(({ id, needs, parameters }) => {
    const sent = PARAMETERS[id] ?? {}, { dates, equalRows } = needs(parameters.parse(sent));
    return dates || use.areWeighted && equalRows ? [] : [{ method: id, ...sent }];
  });
}

function inTurns<Item>(items: readonly Item[], size = 20): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

Deno.test("scenarios as a matrix, in base64 and with equal probabilities give the same bytes", async () => {
  const methods = ["min_cvar", "min_volatility", "hrp"];
  const [first, ...others] = await allOf([
    { assets: ASSETS, matrix: ROWS },
    { assets: ASSETS, base64: base64Of(ROWS) },
    { assets: ASSETS, matrix: ROWS, probabilities: ROWS.map(() => 1 / T) },
    { assets: ASSETS, matrix: ROWS, probabilities: ROWS.map((_, t) => t % 2 ? 1 / T : (1 + 2 ** -52) / T) },
  ], async (scenarios) => JSON.stringify(await resultOf({ scenarios, methods })));
  for (const other of others) assert.equal(other, first);
});

Deno.test("scenarios give the weights and statistics of the same returns with dates, but for what needs dates", async () => {
  const ofOrder = [...MEASURES].filter(({ isOfOrder }) => isOfOrder).map(({ id }) => id);
  for (const methods of inTurns(methodsFor({ areWeighted: false }))) {
    const body = { ...FIELDS, methods, periods_per_year: 12, asset_statistics: "all" };
    const dated = await resultOf({ ...body, returns: RETURNS, frequency: "daily" });
    const { data, curves, ...result } = await resultOf({ ...body, scenarios: { assets: ASSETS, matrix: ROWS } });
    const undated = (metrics: Readonly<Record<string, number | null>> | null) =>
      metrics && { ...metrics, ...Object.fromEntries(ofOrder.map((id) => [id, null])) };
    assert.deepEqual(
      result.methods,
      dated.methods.map((method) => ({ ...method, metrics: undated(method.metrics) })),
    );
    assert.deepEqual(
      result.assets,
      Object.fromEntries(Object.entries(dated.assets).map(([asset, metrics]) => [asset, undated(metrics)])),
    );
    assert.equal(curves, null);
    assert.deepEqual([data?.source, data?.start_date, data?.observations], ["scenarios", null, T]);
  }
});

/**
 * Largest difference, of a weight or as a fraction of a figure, between scenarios that count k times in N and rows that
 * stand k times. Both are computed by different programs, each of which is proven to 1e-7.
 */
const ALIKE = 2e-6;

/** Ratio of the two sample variances: rows that stand k times divide by N - 1, scenarios by T - 1 of T. */
const OF_VARIANCE = (ALL / (ALL - 1)) / (USED / (USED - 1));

/** Measures with the root of a sample variance in them, and the power of that root. */
const ROOTS: Readonly<Record<string, number>> = {
  annual_volatility: 1,
  semideviation: 1,
  second_lower_partial_moment: 1,
  tracking_error: 1,
  sharpe_ratio: -1,
  information_ratio: -1,
};

Deno.test("scenarios of probability k / N have the means, covariances and statistics of rows that stand k times", async () => {
  const methods = ["equal_weight"], asset_statistics = "all";
  const weighted = await resultOf({ scenarios: WEIGHTED, methods, asset_statistics, ...FIELDS });
  const repeated = await resultOf({
    scenarios: { assets: ASSETS, matrix: REPEATED },
    methods,
    asset_statistics,
    ...FIELDS,
  });
  const close = (found: number | null | undefined, expected: number | null | undefined, what: string): void => {
    const isClose = typeof found === "number" && typeof expected === "number" &&
      Math.abs(found - expected) <= 1e-10 * Math.max(1, Math.abs(expected));
    assert(isClose || found === null && expected === null, `${what}: ${found} in place of ${expected}`);
  };
  ASSETS.forEach((asset, i) => {
    close(weighted.estimates.expected_returns[asset], repeated.estimates.expected_returns[asset], `mean of ${asset}`);
    ASSETS.forEach((_, j) => {
      const expected = Number(repeated.estimates.covariance.matrix[i]?.[j]) / OF_VARIANCE;
      close(weighted.estimates.covariance.matrix[i]?.[j], expected, `covariance of ${i} and ${j}`);
    });
    for (const measure of MEASURES) {
      if (!measure.weighsRows) continue;
      const expected = repeated.assets[asset]?.[measure.id] ?? null, power = ROOTS[measure.id] ?? 0;
      close(weighted.assets[asset]?.[measure.id], expected && expected / Math.sqrt(OF_VARIANCE) ** power, measure.id);
    }
  });
  assert.equal(weighted.data?.observations, USED);
});

Deno.test("statistics that cannot weigh scenarios are null, and none is computed as if scenarios were equally likely", async () => {
  const { assets, benchmark } = await resultOf({
    scenarios: WEIGHTED,
    methods: ["equal_weight"],
    asset_statistics: "all",
    ...FIELDS,
  });
  for (const { id, weighsRows, needs } of MEASURES) {
    if (weighsRows || needs === "portfolio") continue;
    assert.equal(assets[ASSETS[1] ?? ""]?.[id], null, id);
    assert.equal(benchmark?.metrics?.[id], null, id);
  }
});

Deno.test("every method that weighs scenarios answers k / N like rows that stand k times", async () => {
  // A covariance that differs by a factor gives the same weights, except where it is weighed against returns.
  const ofFactor = new Set(["max_quadratic_utility", "efficient_risk"]);
  const choices = methodsFor({ areWeighted: true }).filter(({ method }) => !ofFactor.has(String(method)));
  assert(choices.some(({ method }) => method === "min_cvar"), "min_cvar weighs scenarios");
  for (const methods of inTurns(choices)) {
    const [weighted, repeated] = await allOf(
      [WEIGHTED, { assets: ASSETS, matrix: REPEATED }],
      async (scenarios) => (await resultOf({ scenarios, methods, ...FIELDS })).methods,
    );
    weighted?.forEach(({ method, status, weights, certificate }, i) => {
      const expected = repeated?.[i];
      assert.equal(status, expected?.status, method);
      assert.equal(certificate?.proven_optimal, expected?.certificate?.proven_optimal, method);
      for (const asset of ASSETS) {
        const difference = Math.abs(Number(weights?.[asset]) - Number(expected?.weights?.[asset]));
        assert(difference <= ALIKE, `${method}: the weight of ${asset} is off by ${difference}`);
      }
    });
  }
});

for (const { id, weighsRows } of RISK_MEASURES) {
  if (weighsRows !== true) continue;
  Deno.test(`${id} of scenarios of probability k / N is minimised and limited like that of rows that stand k times`, async () => {
    const methods = [
      { method: "mean_risk", measure: id },
      { method: "mean_risk", measure: id, objective: "max_ratio", key: "ratio" },
      { method: "hrp", risk_measure: id },
      { method: "mean_risk", measure: "volatility", key: "limited", constraints: { risk_limits: [] } },
    ];
    const runOf = (scenarios: unknown, max: number | null): Promise<OptimizationResult> =>
      resultOf({
        scenarios,
        ...FIELDS,
        methods: methods.map((method) =>
          method.key === "limited" && max !== null
            ? { ...method, constraints: { risk_limits: [{ measure: id, max }] } }
            : method
        ),
      });
    const repeated = { assets: ASSETS, matrix: REPEATED };
    const least = Number((await runOf(repeated, null)).methods[0]?.objective?.value),
      max = least + 0.02 * Math.abs(least);
    const factor = id === "semideviation" || id === "second_lower_partial_moment" ? Math.sqrt(OF_VARIANCE) : 1;
    const one = await runOf(WEIGHTED, max / factor), other = await runOf(repeated, max);
    one.methods.forEach(({ key, status, weights }, i) => {
      const expected = other.methods[i];
      assert.equal(status, expected?.status, key);
      for (const asset of ASSETS) {
        const difference = Math.abs(Number(weights?.[asset]) - Number(expected?.weights?.[asset]));
        assert(difference <= 1e-5, `${key}: the weight of ${asset} is off by ${difference}`);
      }
    });
  });
}

Deno.test("a preflight of scenarios has the ranges of the same estimates, weighed by probabilities", async () => {
  const rangesOf = (input: Record<string, unknown>): unknown => {
    const config = new TextEncoder().encode(JSON.stringify({ ...input, constraints: { weight_bounds: { max: 0.6 } } }));
    const { isFeasible, ranges } = constraintPreflight.compute({ config, found: null }, {
      kernels,
      progress: () => {},
    });
    assert.equal(isFeasible, true);
    return JSON.parse(JSON.stringify(ranges), (_key, value) => typeof value === "number" ? value.toFixed(8) : value);
  };
  const { estimates } = await resultOf({ scenarios: WEIGHTED, methods: ["equal_weight"] });
  const moments = {
    assets: ASSETS,
    expected_returns: ASSETS.map((asset) => estimates.expected_returns[asset]),
    covariance: estimates.covariance.matrix.map((row) => Array.from(row)),
  };
  assert.deepEqual(rangesOf({ scenarios: WEIGHTED }), rangesOf({ moments }));
});
