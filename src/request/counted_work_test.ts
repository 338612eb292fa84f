import assert from "node:assert/strict";
import { pricesBody } from "../../tests/support/submission.ts";
import { largestWorkOf, MOST_WORK, workOfReport, workOfRun, workOfSimulation } from "./counted_work.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import { parseRequest } from "./run_request.ts";

const DATES = { start_date: "2014-01-01", end_date: "2023-12-31" };

/** Milliseconds of one core that kinds of runs took when they were measured, for the order of their counted work. */
const MEASURED: readonly { readonly body: Record<string, unknown>; readonly ms: number }[] = [
  { body: own(20, 500, ["min_volatility"]), ms: 230 },
  { body: own(100, 1_000, ["equal_weight"]), ms: 310 },
  { body: own(300, 1_000, ["min_cdar"]), ms: 1_470 },
  { body: own(20, 2_500, ["min_volatility"], { rolling_backtest: rolling(21) }), ms: 960 },
  { body: own(20, 2_500, ["min_volatility"], { rolling_backtest: rolling(1) }), ms: 2_060 },
  { body: own(20, 5_000, ["equal_weight"], { rolling_backtest: rolling(1) }), ms: 2_360 },
  { body: own(100, 2_500, ["min_cvar"], { rolling_backtest: rolling(21) }), ms: 3_400 },
  { body: own(100, 2_500, ["min_cvar"], { rolling_backtest: { ...rolling(21), expanding: true } }), ms: 4_050 },
  { body: own(50, 2_500, ["min_evar"], { rolling_backtest: rolling(21) }), ms: 7_130 },
  { body: own(100, 2_500, ["min_cdar"], { rolling_backtest: rolling(21) }), ms: 16_150 },
  { body: own(300, 2_500, ["min_volatility"], { rolling_backtest: rolling(21) }), ms: 2_570 },
  { body: own(100, 1_000, ["min_volatility"], { efficient_frontier: { points: 50, measure: "cvar" } }), ms: 3_000 },
  { body: own(300, 1_000, ["min_volatility"], { efficient_frontier: { points: 50, measure: "cvar" } }), ms: 4_330 },
  { body: own(50, 1_000, ["min_volatility"], { constraints: { cardinality: { max: 10 } } }), ms: 2_220 },
];

Deno.test("the counted work of kinds of runs is within a factor of five of the time that they were measured to take", () => {
  for (const { body, ms } of MEASURED) {
    const work = workOfRun(parseRequest(body)), ratio = work / ms;
    assert.ok(ratio > 1 / 5 && ratio < 5, `${work} for ${ms} ms: ${JSON.stringify(body.methods)}`);
  }
});

Deno.test("the counted work grows with assets, days, methods, rebalances, paths and periods", () => {
  const base = workOfRun(parseRequest(own(20, 500, ["min_cvar"])));
  for (
    const more of [
      own(40, 500, ["min_cvar"]),
      own(20, 1_000, ["min_cvar"]),
      own(20, 500, ["min_cvar", "min_volatility"]),
      own(20, 500, ["min_cvar"], { rolling_backtest: rolling(21) }),
      own(20, 500, ["min_cvar"], { efficient_frontier: { points: 20 } }),
    ]
  ) assert.ok(workOfRun(parseRequest(more)) > base, JSON.stringify(more.methods));
  const sizes = { assets: 20, observations: 500 };
  const plan = { model: "gaussian", paths: 10_000, horizon: 252, rebalance: 1 } as const;
  const simulated = workOfSimulation(plan, sizes);
  for (const more of [{ paths: 20_000 }, { horizon: 504 }, { rebalance: 21 }]) {
    assert.ok(workOfSimulation({ ...plan, ...more }, sizes) > simulated, JSON.stringify(more));
  }
});

Deno.test("a simulation counts as the larger of the jobs that its run makes", () => {
  const monte_carlo = { paths: 1_000_000, horizon: 252, rebalance: 21 };
  const request = parseRequest(own(20, 500, ["min_volatility"], { monte_carlo }));
  assert.equal(workOfRun(request), workOfRun(parseRequest(own(20, 500, ["min_volatility"]))));
  assert.equal(
    largestWorkOf(request),
    workOfSimulation({ model: "gaussian", ...monte_carlo }, { assets: 20, observations: 500 }),
  );
});

Deno.test("the observations of listed assets follow from the dates and the frequency asked for", () => {
  const ten = workOfRun(listed(DATES)), five = workOfRun(listed({ ...DATES, start_date: "2019-01-01" }));
  const twenty = workOfRun(listed({ end_date: DATES.end_date })),
    weekly = workOfRun(listed({ ...DATES, frequency: "weekly" }));
  assert.ok(weekly < five && five < ten && ten < twenty, `${weekly} ${five} ${ten} ${twenty}`);
  assert.equal(twenty, workOfRun(listed({ ...DATES, start_date: "2004-01-01" })));
});

Deno.test("of own prices only the rows between the dates asked for count", () => {
  const body = own(20, 2_000, ["min_volatility"]);
  const part = workOfRun(parseRequest({ ...body, start_date: "2024-01-01" }));
  assert.ok(part < workOfRun(parseRequest(body)));
});

Deno.test("the work of a history that needs much memory doubles, and no work is beyond the largest number", () => {
  const [most, larger] = [workOfReport(37.5e6), workOfReport(37.5e6 + 25 * 250e3)];
  assert.ok(larger > 2 * (most - 300) && larger < 3 * most);
  assert.equal(workOfReport(1e12), MOST_WORK);
});

Deno.test("a run of so many assets that its tables of pairs need much memory counts more, whatever its days are", () => {
  const ofAssets = (assets: number): number => workOfRun(parseRequest(own(assets, 30, ["equal_weight"])));
  assert.ok(ofAssets(1_000) < 1_000);
  assert.ok(ofAssets(1_500) < 30_000 && ofAssets(1_600) > 30_000, `${ofAssets(1_500)} ${ofAssets(1_600)}`);
});

Deno.test("moments count by their assets alone", () => {
  const covariance = [[0.04, 0.01], [0.01, 0.09]];
  const moments = { assets: ["A", "B"], expected_returns: [0.05, 0.07], covariance };
  assert.equal(workOfRun(parseRequest({ moments, methods: ["min_volatility"] })), 301);
});

function own(
  assets: number,
  rows: number,
  methods: readonly string[],
  beside: Record<string, unknown> = {},
): Record<string, unknown> {
  return { ...pricesBody(assets, rows), methods, ...beside };
}

function rolling(rebalance_every: number): Record<string, unknown> {
  return { train_window: 252, rebalance_every };
}

function listed(fields: Partial<OptimizationRequest>): OptimizationRequest {
  const request = parseRequest(own(20, 10, ["min_volatility"]));
  return { ...request, history: null, listed: true, market: "IN", ...fields };
}
