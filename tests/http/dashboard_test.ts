import assert from "node:assert/strict";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { sampleSources } from "../support/sample_sources.ts";
import { sharedService } from "../support/shared_service.ts";
import { sourceSettings, startSourceServer } from "../support/source_server.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";

const ROOT = "/analytics";
const METRICS = [
  "sharpe_ratio",
  "sortino_ratio",
  "calmar_ratio",
  "annual_return",
  "annual_volatility",
  "max_drawdown",
  "conditional_value_at_risk",
] as const;

Deno.test("the dashboard of an account without runs has zeros, 30 days without runs and no insights", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const { status, body } = await person.send("GET", `${ROOT}/dashboard`);
  assert.equal(status, 200);
  assert.deepEqual(body.runs.by_status, { queued: 0, running: 0, uploading: 0, succeeded: 0, failed: 0, cancelled: 0 });
  assert.deepEqual([body.runs.total, body.storage_bytes, body.methods, body.assets, body.insights], [0, 0, [], [], []]);
  assert.equal(body.runs.last_30_days.length, 30);
  assert.ok(body.runs.last_30_days.every(({ runs }: { runs: number }) => runs === 0));
  assert.deepEqual(Object.keys(body.best), METRICS);
  assert.ok(Object.values(body.best).every((best) => best === null));
});

Deno.test("the dashboard follows runs as they are accepted, succeed, are renamed and deleted, and refresh-stats says the same", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const body = { ...pricesBody(6, 200), methods: ["equal_weight", { method: "min_volatility", key: "calm" }] };
  const first = await succeeded(person, body);
  const second = await succeeded(person, { ...body, methods: ["equal_weight"] });
  const dashboard = await shown(person);
  assert.equal(dashboard.runs.total, 2);
  assert.equal(dashboard.runs.by_status.succeeded, 2);
  assert.equal(dashboard.runs.by_market.CUSTOM, 2);
  assert.equal(dashboard.runs.by_mode.construct, 2);
  assert.equal(dashboard.runs.last_30_days.at(-1).runs, 2);
  const result = (await person.send("GET", `/jobs/${first}/result`)).body;
  const [equal, calm] = result.methods;
  assert.deepEqual(
    dashboard.methods.map(({ method, runs }: { method: string; runs: number }) => [method, runs]),
    [["equal_weight", 2], ["min_volatility", 1]],
  );
  assert.equal(dashboard.methods[0].best_run_id, first, "of ties the earlier run");
  assert.equal(dashboard.methods[0].median_sharpe_ratio, equal.metrics.sharpe_ratio);
  const lowest = Math.min(equal.metrics.annual_volatility, calm.metrics.annual_volatility);
  assert.deepEqual(dashboard.best.annual_volatility, { run_id: first, method: "min_volatility", value: lowest });
  const largest = Math.max(equal.metrics.sharpe_ratio, calm.metrics.sharpe_ratio);
  assert.equal(dashboard.best.sharpe_ratio.value, largest);
  const { asset, runs, mean_weight: meanWeight } = dashboard.assets[0];
  const weights = [equal.weights[asset], calm.weights[asset], equal.weights[asset]];
  assert.equal(runs, 2);
  assert.ok(Math.abs(meanWeight - weights.reduce((sum, weight) => sum + weight, 0) / 3) < 1e-9);
  const files = await Promise.all([first, second].map((run) => person.send("GET", `/jobs/${run}/artifacts`)));
  const listed = files.flatMap(({ body: { items } }) => items.map(({ bytes }: { bytes: number }) => bytes));
  const bytes = listed.reduce((sum, count) => sum + count, 0);
  assert.ok(dashboard.storage_bytes >= bytes, "hidden files count too");
  assert.deepEqual(await refreshed(person), dashboard);

  assert.equal((await person.send("PATCH", `/jobs/${first}`, { body: { name: "Renamed" } })).status, 200);
  assert.deepEqual(await shown(person), dashboard);
  assert.equal((await person.send("DELETE", `/jobs/${first}`)).status, 204);
  const left = await shown(person);
  assert.deepEqual([left.runs.total, left.methods.length, left.best.sharpe_ratio.run_id], [1, 1, second]);
  assert.deepEqual(await refreshed(person), left);
  assert.equal((await person.send("DELETE", `/jobs/${second}`)).status, 204);
  const none = await shown(person);
  assert.deepEqual([none.runs.total, none.storage_bytes, none.assets], [0, 0, []]);
});

Deno.test("insights report concentration, methods that equal weights beat and unused starting portfolios, until dismissed", async () => {
  const service = await sharedService();
  const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const prices = turningPrices();
  const starting_portfolio = Object.fromEntries(Object.keys(prices.series).map((asset) => [asset, 1 / 6]));
  const earlier = await succeeded(person, { prices, methods: ["equal_weight"], starting_portfolio });
  const later = await succeeded(person, {
    prices,
    methods: ["equal_weight", { method: "max_sharpe", key: "tangent" }],
    rolling_backtest: { train_window: 100, rebalance_every: 100 },
  });
  const { insights } = await shown(person);
  const found = new Map(insights.map((insight: { kind: string }) => [insight.kind, insight]));
  assert.deepEqual([...found.keys()], ["concentration", "beaten_by_equal_weight", "unused_starting_portfolio"]);
  const [concentration, beaten, unused] = insights;
  const [, { weights }] = (await person.send("GET", `/jobs/${later}/result`)).body.methods;
  const { asset, weight, ...counts } = concentration.detail;
  assert.equal(weight, Math.max(...Object.values<number>(weights)));
  assert.equal(weights[asset], weight);
  assert.deepEqual([counts.method, counts.key, counts.assets], ["max_sharpe", "tangent", 6]);
  assert.deepEqual(concentration.run_ids, [later]);
  const walked = (await person.send("GET", `/jobs/${later}/rolling_backtest`)).body.methods;
  assert.deepEqual(beaten.detail, {
    method: "max_sharpe",
    key: "tangent",
    sharpe_ratio: walked[1].metrics.sharpe_ratio,
    equal_weight_sharpe_ratio: walked[0].metrics.sharpe_ratio,
  });
  assert.deepEqual([unused.detail, unused.run_ids], [{ shared_assets: 6, assets: 6 }, [later, earlier]]);

  const path = `${ROOT}/insights/${concentration.insight_id}/dismiss`;
  assert.equal((await other.send("POST", path)).status, 404, "somebody else's");
  assert.equal((await person.send("POST", path)).status, 200);
  assert.equal((await person.send("POST", path)).status, 200, "once more");
  assert.deepEqual((await shown(person)).insights, [beaten, unused]);
  assert.deepEqual((await refreshed(person)).insights, [beaten, unused]);
  assert.equal((await person.send("DELETE", `/jobs/${earlier}`)).status, 204);
  assert.deepEqual((await shown(person)).insights, [beaten]);
  assert.equal((await person.send("DELETE", `/jobs/${later}`)).status, 204);
  assert.deepEqual((await shown(person)).insights, []);
  assert.equal((await person.send("POST", path)).status, 404, "its run is gone");
});

Deno.test(
  testInTurn(
    "an insight reports data of listed assets that ended over 30 days ago as old, except in the sample market",
    async () => {
      const run = {
        stocks: ["EXMANGO", "EXLOTUS"].map((ticker) => ({ ticker, exchange: "NSE" })),
        methods: ["equal_weight"],
        start_date: "2020-01-01",
        end_date: "2022-12-30",
      };
      const sample = await sharedService();
      const sampled = await verifiedBrowser(sample);
      await succeeded(sampled, run);
      assert.deepEqual((await shown(sampled)).insights, []);
      await using server = startSourceServer(sampleSources());
      await using service = await runService({ environment: sourceSettings(server) });
      const person = await verifiedBrowser(service);
      const runId = await succeeded(person, run);
      const [{ kind, detail, run_ids: runIds }] = (await shown(person)).insights;
      assert.deepEqual([kind, detail, runIds], ["stale_data", { last_day: "2022-12-30", older_than_days: 30 }, [
        runId,
      ]]);
    },
  ),
);

/** Returns six daily price series. The first rises until the first rebalance and falls afterwards. */
function turningPrices(): { readonly dates: readonly string[]; readonly series: Readonly<Record<string, number[]>> } {
  const { dates } = pricesBody(1, 300).prices as { readonly dates: readonly string[] };
  const priceOf = (asset: number) => (_: string, row: number): number => {
    const trend = asset > 0 ? 2e-4 * row : row < 110 ? 4e-3 * row : 0.44 - 1e-3 * (row - 110);
    return 100 * Math.exp(trend + 0.01 * Math.sin(row * (asset + 1) * 0.7));
  };
  return {
    dates,
    series: Object.fromEntries(Array.from({ length: 6 }, (_, asset) => [`ASSET${asset}`, dates.map(priceOf(asset))])),
  };
}

async function shown(person: Browser): Promise<Reply["body"]> {
  const { body: { computed_at: _, ...rest } } = await person.send("GET", `${ROOT}/dashboard`);
  return rest;
}

async function refreshed(person: Browser): Promise<Reply["body"]> {
  const { status, body: { computed_at: _, ...rest } } = await person.send("POST", `${ROOT}/refresh-stats`);
  assert.equal(status, 200);
  return rest;
}
