import assert from "node:assert/strict";
import { verifiedBrowser } from "../support/browser.ts";
import { runOptimize } from "../support/optimize_process.ts";
import { ended, succeeded } from "../support/runs_over_https.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";

const PLAN = { train_window: 200, rebalance_every: 100 };

/** Returns a request body with views and 60 factors of 400 returns, which is larger than one KV value can hold. */
function bodyWithFactors(): Record<string, unknown> {
  const { prices, ...rest } = pricesBody(4, 401);
  const next = randomNumbers(1);
  const dates = Array.from(
    { length: 400 },
    (_, row) => new Date(Date.UTC(2020, 0, 2 + row)).toISOString().slice(0, 10),
  );
  const series = Object.fromEntries(
    Array.from({ length: 60 }, (_, k) => [`F${k}`, dates.map(() => Number((0.02 * (next() - 0.5)).toFixed(6)))]),
  );
  return {
    ...rest,
    prices,
    benchmark: "ASSET0",
    expected_returns: {
      estimator: "black_litterman",
      market_weights: { ASSET0: 2, ASSET1: 1, ASSET2: 1 },
      views: [{ assets: { ASSET3: 1 }, return: 0.1, confidence: 0.5 }],
    },
    covariance: { estimator: "factor_model", factors: { dates, series } },
    methods: ["max_quadratic_utility"],
    rolling_backtest: PLAN,
  };
}

Deno.test(
  testInTurn(
    "a run, its backtest and a rerun of its config use the factors sent with the run, with the local command's results",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const body = bodyWithFactors();
      assert.ok(JSON.stringify(body).length > 200_000);
      const runId = await succeeded(person, body);
      const { body: result } = await person.send("GET", `/jobs/${runId}/result`);
      assert.equal(result.methods[0].status, "optimal");
      const local = await runOptimize(["--request", "-", "--out", "-"], JSON.stringify(body));
      assert.equal(local.code, 0, local.stderr);
      const own = JSON.parse(local.stdout);
      assert.deepEqual(result.estimates, own.estimates);

      const { body: config } = await person.send("GET", `/jobs/${runId}/config`);
      assert.equal(JSON.stringify(config.covariance), JSON.stringify(body.covariance));
      const again = await succeeded(person, config);
      assert.deepEqual((await person.send("GET", `/jobs/${again}/result`)).body.estimates, own.estimates);

      const { body: backtest } = await person.send("POST", `/runs/${runId}/backtest`, { body: PLAN });
      assert.equal((await ended(person, backtest.backtest_run_id)).status, "succeeded");
      const [{ url }] = (await person.send("GET", `/backtests/${backtest.backtest_run_id}`)).body.report_links;
      const section = await (await service.fetch(new URL(url).pathname)).json();
      assert.deepEqual(section.methods, own.rolling_backtest.methods);
    },
  ),
);
