import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { verifiedBrowser } from "../support/browser.ts";
import { runOptimize } from "../support/optimize_process.ts";
import { runService } from "../support/running_service.ts";
import { ended, submitted, succeeded } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { partOf, testInTurn } from "../support/tier.ts";

const STOCKS = ["EXLOTUS", "EXBANYAN", "EXMANGO", "EXGINGER"].map((ticker) => ({ ticker, exchange: "NSE" }));

/** Request body of a run whose result has content in every section. */
const WHOLE_REQUEST = {
  name: "Core equity",
  stocks: STOCKS,
  start_date: "2021-01-01",
  benchmark: "NIFTY50",
  methods: ["min_volatility", { method: "min_cvar", confidence: 0.9, key: "tail" }, {
    method: "equal_weight",
    constraints: {},
  }],
  covariance: { estimator: "ledoit_wolf" },
  constraints: { weight_bounds: { max: 0.5 } },
  starting_portfolio: { "NSE:EXLOTUS": 1 },
  efficient_frontier: { points: 5 },
  seed: 7,
};

Deno.test(
  testInTurn("a submitted run is 202 and ends with a result and the time of each change of status", async () => {
    const service = await sharedService();
    const person = await verifiedBrowser(service);
    const { status, headers, body } = await person.send("POST", "/jobs", { body: WHOLE_REQUEST });
    assert.deepEqual([status, headers.get("location")], [202, `/jobs/${body.run_id}`]);
    assert.deepEqual([body.status, body.kind, body.name, body.market, body.currency, body.mode, body.attempt], [
      "queued",
      "optimization",
      "Core equity",
      "IN",
      "INR",
      "rebalance",
      0,
    ]);
    const run = await ended(person, body.run_id);
    assert.deepEqual([run.status, run.error, run.attempt, run.progress.fraction], ["succeeded", null, 1, 1]);
    assert.deepEqual(run.methods, ["min_volatility", "min_cvar", "equal_weight"]);
    const times = [run.created_at, run.started_at, run.uploading_at, run.finished_at];
    assert.deepEqual(times, times.toSorted());
    const result = await person.send("GET", `/jobs/${body.run_id}/result`);
    assert.deepEqual([result.status, result.body.run_id], [200, body.run_id]);
    assert.deepEqual(result.body.methods.map(({ key }: { key: string }) => key), [
      "min_volatility",
      "tail",
      "equal_weight",
    ]);
  }),
);

Deno.test(
  testInTurn(
    "but for its id and elapsed time, the result of a run is byte for byte that of the local command",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      for (const request of partOf([WHOLE_REQUEST, pricesBody(4, 120)])) {
        const runId = await succeeded(person, request);
        const response = await service.fetch(`/jobs/${runId}/result`, {
          headers: { authorization: `Bearer ${person.accessToken}` },
        });
        const local = await runOptimize(["--request", "-", "--out", "-"], JSON.stringify(request));
        assert.equal(local.code, 0, local.stderr);
        assert.equal(anyRun(await response.text()), anyRun(local.stdout));
      }
    },
  ),
);

Deno.test(
  testInTurn(
    "the config of a run is its request with every default, and gives the same result when it is submitted",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const first = await succeeded(person, WHOLE_REQUEST);
      const { body: config } = await person.send("GET", `/jobs/${first}/config`);
      assert.deepEqual(config, {
        ...WHOLE_REQUEST,
        methods: [
          { method: "min_volatility", key: "min_volatility" },
          { method: "min_cvar", key: "tail", confidence: 0.9 },
          { method: "equal_weight", key: "equal_weight", constraints: {} },
        ],
        end_date: "2024-12-31",
        frequency: "daily",
        history: "common",
        risk_free_rate: 0.065,
        expected_returns: { estimator: "historical_mean" },
        efficient_frontier: { points: 5, measure: "volatility", branch: "upper" },
        doubts: "tell",
        estimates: "standard",
        asset_statistics: "standard",
      });
      const second = await succeeded(person, config);
      const results = await Promise.all([first, second].map((id) => person.send("GET", `/jobs/${id}/result`)));
      const [a, b] = results.map(({ body }) => anyRun(JSON.stringify(body)));
      assert.equal(a, b);
    },
  ),
);

Deno.test(
  testInTurn(
    "a succeeded run lists its files with sizes, hashes and links that need no credential and expire",
    async () => {
      const clock = { aheadMs: 0 };
      await using service = await runService({ clock });
      const person = await verifiedBrowser(service);
      const runId = await succeeded(person, pricesBody(4, 60));
      const { body: { items, next_cursor } } = await person.send("GET", `/jobs/${runId}/artifacts`);
      assert.equal(next_cursor, null);
      assert.ok(items.some(({ name }: { name: string }) => name === "result.json"));
      assert.ok(items.every(({ name }: { name: string }) => name !== "run_figures.json"));
      const { body: result } = await person.send("GET", `/jobs/${runId}/result`);
      for (const { name, bytes, sha256, media_type, url, expires_at } of items.filter(isMade)) {
        const response = await service.fetch(new URL(url).pathname);
        const content = await response.bytes();
        assert.deepEqual([response.status, response.headers.get("content-type")], [200, media_type]);
        assert.deepEqual([content.length, createHash("sha256").update(content).digest("hex")], [bytes, sha256]);
        if (name === "result.json") assert.deepEqual(JSON.parse(new TextDecoder().decode(content)), result);
        clock.aheadMs = Date.parse(expires_at) - Date.now() + 1;
        assert.equal((await service.fetch(new URL(url).pathname)).status, 403);
        clock.aheadMs = 0;
      }
    },
  ),
);

Deno.test("a queued or cancelled run has no files, and its result and backtest are 409 run_not_succeeded", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, pricesBody(3, 40));
  const assertNothing = async (): Promise<void> => {
    assert.deepEqual((await person.send("GET", `/jobs/${runId}/artifacts`)).body, { items: [], next_cursor: null });
    for (const part of ["result", "rolling_backtest"]) {
      const { status, body } = await person.send("GET", `/jobs/${runId}/${part}`);
      assert.deepEqual([status, body.code], [409, "run_not_succeeded"]);
    }
  };
  await assertNothing();
  await person.send("POST", `/jobs/${runId}/cancel`);
  await assertNothing();
});

Deno.test("the backtest of a run that has none is 404", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, pricesBody(3, 40));
  const { status, body } = await person.send("GET", `/jobs/${runId}/rolling_backtest`);
  assert.deepEqual([status, body.code], [404, "not_found"]);
});

Deno.test("a run that cannot be computed fails with a stated reason and has no result", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await submitted(person, {
    stocks: STOCKS,
    methods: [{ method: "efficient_return", target_return: 40 }],
  });
  const { status, error, finished_at } = await ended(person, runId);
  assert.equal(status, "failed");
  assert.match(error.detail, /\w/);
  assert.notEqual(finished_at, null);
  assert.equal((await person.send("GET", `/jobs/${runId}/result`)).body.code, "run_not_succeeded");
});

/** Whether a listed file is stored: the others are made when they are first opened. */
function isMade({ bytes }: { readonly bytes: number | null }): boolean {
  return bytes !== null;
}

/** Returns a result document without its run id and elapsed time, which differ between runs. */
function anyRun(json: string): string {
  return json.replace(/"run_id":(null|"run_\w+")/, '"run_id":""').replace(/"elapsed_ms":\d+,"phases_ms":\{[^}]*\}/, "");
}
