import assert from "node:assert/strict";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { hasObjectServer, startObjectServer } from "../support/object_server.ts";
import { runOptimize } from "../support/optimize_process.ts";
import { runService } from "../support/running_service.ts";
import { ended, keepBusy, submitted, succeeded } from "../support/runs_over_https.ts";
import { sharedService } from "../support/shared_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";
import { usedMeters } from "../support/used_meters.ts";

const PLAN = { train_window: 60, rebalance_every: 20, cost_bps: 10, slippage_bps: 5 };
const DATES = pricesBody(4, 200).prices.dates;
const RUN = { ...pricesBody(4, 200), methods: ["min_volatility", { method: "min_cvar", key: "tail" }] };

Deno.test(
  testInTurn(
    "a standalone backtest ends with files and the same results as one inside a run and as the local command",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const runId = await succeeded(person, { ...RUN, rolling_backtest: PLAN });
      const accepted = await person.send("POST", `/runs/${runId}/backtest`, { body: { ...PLAN, name: "Five years" } });
      const id = accepted.body.backtest_run_id;
      assert.deepEqual([accepted.status, accepted.headers.get("location")], [202, `/backtests/${id}`]);
      assert.match(id, /^bt_/);
      const { status, parent_run_id, name, summary, report_links } = accepted.body;
      assert.deepEqual([status, parent_run_id, name, summary, report_links], ["queued", runId, "Five years", null, []]);
      assert.equal((await ended(person, id)).status, "succeeded");
      const { body: backtest } = await person.send("GET", `/backtests/${id}`);
      assert.deepEqual(backtest.config, {
        name: "Five years",
        ...PLAN,
        expanding: false,
        drift: true,
        initial_capital: 1,
        methods: [
          { method: "min_volatility", key: "min_volatility" },
          { method: "min_cvar", key: "tail", confidence: 0.95 },
        ],
        benchmark: null,
      });
      assert.deepEqual(backtest.summary.methods.map(({ key }: { key: string }) => key), ["min_volatility", "tail"]);
      const [{ kind, url }, pdf, spreadsheet] = backtest.report_links;
      assert.deepEqual([kind, pdf.kind, spreadsheet.kind], ["section", "pdf", "xlsx"]);
      assert.match(await (await service.fetch(new URL(pdf.url).pathname)).text(), /^%PDF-1\.7/);
      const workbook = await service.fetch(new URL(spreadsheet.url).pathname);
      assert.match(workbook.headers.get("content-type") ?? "", /spreadsheetml/);
      assert.equal(new TextDecoder("latin1").decode(await workbook.arrayBuffer()).slice(0, 2), "PK");
      const section = await (await service.fetch(new URL(url).pathname)).json();
      assert.deepEqual(section.methods[1].metrics, backtest.summary.methods[1].metrics);
      const inline = await person.send("GET", `/jobs/${runId}/rolling_backtest`);
      const { doubts, ...walked } = section;
      assert.deepEqual({ ...walked, config: null }, { ...inline.body, config: null });
      assert.deepEqual(doubts, backtest.summary.doubts);
      const local = await runOptimize(
        ["--request", "-", "--out", "-"],
        JSON.stringify({ ...RUN, rolling_backtest: PLAN }),
      );
      assert.equal(local.code, 0, local.stderr);
      assert.equal(JSON.stringify(inline.body), JSON.stringify(JSON.parse(local.stdout).rolling_backtest));
      const { body: result } = await person.send("GET", `/jobs/${runId}/result`);
      assert.equal(result.rolling_backtest, null);
    },
  ),
);

Deno.test(
  testInTurn(
    "a standalone backtest over a stretch earns its days alone, as the run on the same dates does",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const [first, last] = [DATES[101], DATES[160]], stretch = { ...PLAN, start_date: first, end_date: last };
      const whole = await succeeded(person, RUN);
      const alone = await succeeded(person, {
        ...RUN,
        start_date: DATES[40],
        end_date: last,
        rolling_backtest: PLAN,
      });
      const { body: { backtest_run_id: id } } = await person.send("POST", `/runs/${whole}/backtest`, { body: stretch });
      assert.equal((await ended(person, id)).status, "succeeded");
      const { body: { config, report_links: [{ url }] } } = await person.send("GET", `/backtests/${id}`);
      assert.deepEqual([config.start_date, config.end_date], [first, last]);
      const { doubts: _doubts, ...section } = await (await service.fetch(new URL(url).pathname)).json();
      const inline = await person.send("GET", `/jobs/${alone}/rolling_backtest`);
      assert.deepEqual([section.dates[0], section.dates.at(-1)], [first, last]);
      assert.deepEqual({ ...section, config: null }, { ...inline.body, config: null });
    },
  ),
);

Deno.test("a standalone backtest of a run that uses all returns walks over them, like one inside the run", async () => {
  const person = await verifiedBrowser(await sharedService());
  const dates = Array.from({ length: 200 }, (_, t) => new Date(Date.UTC(2020, 0, 1 + t)).toISOString().slice(0, 10));
  const wave = (speed: number, from: number) =>
    dates.map((_, t) => t < from ? null : 100 * (1 + 0.1 * Math.sin(t * speed) + t * speed * 1e-3));
  const prices = { dates, series: { A: wave(0.7, 0), B: wave(1.4, 0), NEW: wave(2.1, 115) } };
  const run = { prices, methods: ["min_volatility"], history: "available" };
  const runId = await succeeded(person, { ...run, rolling_backtest: PLAN });
  const { body: result } = await person.send("GET", `/jobs/${runId}/result`);
  const codes = result.data.doubts.map(({ code }: { code: string }) => code);
  assert.ok(codes.includes("estimated_by_pairs") && codes.includes("measured_on_common_days"), codes.join());
  const { body: inline } = await person.send("GET", `/jobs/${runId}/rolling_backtest`);
  const took = inline.methods[0].rebalances.map(({ assets }: { assets: readonly string[] }) => assets.length);
  assert.deepEqual(took, [2, 2, 2, 2, 2, 2, 3]);
  const accepted = await person.send("POST", `/runs/${runId}/backtest`, { body: PLAN });
  assert.equal(accepted.status, 202);
  const { backtest_run_id: id } = accepted.body;
  assert.equal((await ended(person, id)).status, "succeeded");
  const { body: backtest } = await person.send("GET", `/backtests/${id}`);
  assert.deepEqual(backtest.summary.methods[0].metrics, inline.methods[0].metrics);
  const expanding = await person.send("POST", `/runs/${runId}/backtest`, { body: { ...PLAN, expanding: true } });
  assert.deepEqual(expanding.body.errors.map(({ pointer }: { pointer: string }) => pointer), ["/expanding"]);
});

Deno.test("backtests are listed by page for their run and their account, and are not found by other accounts", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const other = await verifiedBrowser(service);
  const [runId, otherRun] = [await succeeded(person, RUN), await succeeded(person, RUN)];
  const ids: string[] = [];
  for (const run of [runId, runId, otherRun]) ids.unshift(await backtestOf(person, run));
  const first = await person.send("GET", "/backtests?limit=2");
  assert.deepEqual(idsIn(first.body), ids.slice(0, 2));
  const second = await person.send("GET", `/backtests?limit=2&cursor=${first.body.next_cursor}`);
  assert.deepEqual([idsIn(second.body), second.body.next_cursor], [ids.slice(2), null]);
  assert.deepEqual(idsIn((await person.send("GET", `/runs/${runId}/backtests`)).body), ids.slice(1));
  const elsewhere = await person.send("GET", `/runs/${runId}/backtests?cursor=${first.body.next_cursor}`);
  assert.equal(elsewhere.body.code, "invalid_cursor");
  assert.deepEqual((await other.send("GET", "/backtests")).body.items, []);
  for (const path of [`/runs/${runId}/backtests`, `/backtests/${ids[0]}`]) {
    assert.equal((await other.send("GET", path)).body.code, "not_found");
  }
  assert.equal((await other.send("POST", `/runs/${runId}/backtest`, { body: PLAN })).body.code, "not_found");
});

Deno.test("lists of backtests show configs of up to 4 KiB, and the record of each backtest has its whole config", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  const listed = async () => (await person.send("GET", "/backtests?limit=1")).body.items[0].config;
  for (const [rules, isListed] of [[1, true], [100, false]] as const) {
    const linear = Array.from({ length: rules }, (_, i) => ({ name: `rule ${i}`, coefficients: {}, max: 1 }));
    const methods = [{ method: "min_volatility", constraints: { linear } }];
    const { status, body } = await person.send("POST", `/runs/${runId}/backtest`, { body: { ...PLAN, methods } });
    assert.equal(status, 202);
    const record = await person.send("GET", `/backtests/${body.backtest_run_id}`);
    assert.equal(record.body.config.methods[0].constraints.linear.length, rules);
    assert.deepEqual(await listed(), isListed ? record.body.config : null);
    const ofRun = await person.send("GET", `/runs/${runId}/backtests?limit=1`);
    assert.deepEqual(ofRun.body.items[0].config, isListed ? record.body.config : null);
  }
});

Deno.test("a backtest sent twice with one Idempotency-Key is created once and counted once, on the meter of backtests", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  const headers = { "idempotency-key": "once" };
  const send = (body: unknown) => person.send("POST", `/runs/${runId}/backtest`, { body, headers });
  const [first, second] = [await send(PLAN), await send(PLAN)];
  assert.equal(first.body.backtest_run_id, second.body.backtest_run_id);
  assert.equal((await send({ ...PLAN, drift: false })).body.code, "idempotency_key_reused");
  const { body: { meters } } = await person.send("GET", "/billing/me");
  assert.deepEqual(
    meters.map(({ name, used }: { name: string; used: number }) => [name, used]),
    usedMeters({ optimization_runs: 1, backtest_runs: 1 }).map(({ name, used }) => [name, used]),
  );
});

Deno.test(
  testInTurn(
    "an invalid backtest is refused at its pointers, alone and within a submission, and so is one of an unfinished run",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const runId = await succeeded(person, RUN);
      const moments = await succeeded(person, {
        moments: { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.01, 0], [0, 0.02]] },
        methods: ["min_volatility"],
      });
      const cases: readonly [string, unknown, readonly string[]][] = [
        [runId, { train_window: 199 }, ["/train_window"]],
        [runId, { train_window: 20_000 }, ["/train_window"]],
        [runId, {}, ["/train_window"]],
        [runId, { ...PLAN, rebalance_every: 0 }, ["/rebalance_every"]],
        [runId, { ...PLAN, cost_bps: -1, slippage_bps: -0.5 }, ["/cost_bps", "/slippage_bps"]],
        [runId, { ...PLAN, methods: ["nothing_like_it"] }, ["/methods/0"]],
        [runId, { ...PLAN, methods: [] }, ["/methods"]],
        [runId, { ...PLAN, benchmark: "NIFTY50" }, ["/benchmark"]],
        [runId, { ...PLAN, benchmark: { weights: { GOLD: 1 } } }, ["/benchmark/weights/GOLD"]],
        [runId, { ...PLAN, windows: 3 }, ["/windows"]],
        [runId, { ...PLAN, start_date: DATES[40] }, ["/start_date"]],
        [runId, { ...PLAN, end_date: DATES[50] }, ["/end_date"]],
        [runId, { ...PLAN, start_date: "soon" }, ["/start_date"]],
        [runId, [], [""]],
        [moments, PLAN, [""]],
      ];
      for (const [run, body, pointers] of cases) {
        const reply = await person.send("POST", `/runs/${run}/backtest`, { body });
        assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"], JSON.stringify(body));
        assert.deepEqual(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer), pointers);
      }
      for (
        const [backtest, pointer] of [
          [{ train_window: 300 }, "train_window"],
          [{ rebalance_every: 0 }, "rebalance_every"],
          [{ ...PLAN, start_date: DATES[40] }, "start_date"],
        ]
      ) {
        const reply = await person.send("POST", "/jobs", { body: { ...RUN, rolling_backtest: backtest } });
        assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, `/rolling_backtest/${pointer}`]);
      }
      await using _busy = await keepBusy(person);
      const queued = await submitted(person, RUN);
      await person.send("POST", `/jobs/${queued}/cancel`);
      assert.equal(
        (await person.send("POST", `/runs/${queued}/backtest`, { body: PLAN })).body.code,
        "run_not_succeeded",
      );
    },
  ),
);

Deno.test("a run whose training window is longer than the history of its listed assets fails with insufficient_history", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const stocks = ["EXLOTUS", "EXBANYAN"].map((ticker) => ({ ticker, exchange: "NSE" }));
  const run = { stocks, start_date: "2024-01-01", methods: ["equal_weight"], rolling_backtest: { train_window: 300 } };
  const { status, error } = await ended(person, await submitted(person, run));
  assert.deepEqual([status, error.code], ["failed", "insufficient_history"]);
  assert.match(error.detail, /^Cannot train on 300 returns: the history has \d+/);
});

Deno.test(
  testInTurn(
    "a backtest uses the prices that its run stored, so prices that are restated later change nothing",
    async () => {
      await using folder = await temporaryFolder(marketOf({ scale: 1 }));
      await using service = await runService({ environment: { MARKET_DATA: `files:${folder.path}` } });
      const person = await verifiedBrowser(service);
      const stocks = ["AAA", "BBB"].map((ticker) => ({ ticker, exchange: "NSE" }));
      const runId = await succeeded(person, { stocks, methods: ["min_volatility"], rolling_backtest: PLAN });
      for (const [name, text] of Object.entries(marketOf({ scale: 3 }))) {
        await Deno.writeTextFile(`${folder.path}/${name}`, text);
      }
      const id = await backtestOf(person, runId);
      assert.equal((await ended(person, id)).status, "succeeded");
      const { body: { report_links: [{ url }] } } = await person.send("GET", `/backtests/${id}`);
      const section = await (await service.fetch(new URL(url).pathname)).json();
      const { body: inline } = await person.send("GET", `/jobs/${runId}/rolling_backtest`);
      assert.deepEqual(section, { ...inline, doubts: [] });
    },
  ),
);

/** Returns the files of a market data folder with two oscillating prices. `scale` is the size of the oscillation. */
function marketOf({ scale }: { scale: number }): Readonly<Record<string, string>> {
  const days = Array.from({ length: 160 }, (_, day) => new Date(Date.UTC(2022, 0, 3 + day + 2 * Math.floor(day / 5))));
  const rows = days.map((date, day) => {
    const price = (speed: number): string => (100 + scale * Math.sin(day * speed) + day / 20).toFixed(4);
    return `${date.toISOString().slice(0, 10)},${price(1.3)},${price(2.1)}`;
  });
  return {
    "prices/NSE/prices.csv": ["date,AAA,BBB", ...rows].join("\n"),
  };
}

Deno.test("a run cannot be deleted while one of its backtests is in flight, and its deletion deletes its backtests", async () => {
  const service = await sharedService();
  const person = await verifiedBrowser(service);
  const runId = await succeeded(person, RUN);
  const done = await backtestOf(person, runId);
  await ended(person, done);
  await using _busy = await keepBusy(person);
  const running = await backtestOf(person, runId);
  const refusal = await person.send("DELETE", `/jobs/${runId}`);
  assert.deepEqual([refusal.status, refusal.body.code], [409, "run_in_flight"]);
  await person.send("POST", `/jobs/${running}/cancel`);
  assert.equal((await ended(person, running)).status, "cancelled");
  const { body: { report_links: [{ url }] } } = await person.send("GET", `/backtests/${done}`);
  assert.equal((await person.send("DELETE", `/jobs/${runId}`)).status, 204);
  for (
    const path of [`/backtests/${done}`, `/backtests/${running}`, `/runs/${runId}/backtests`, new URL(url).pathname]
  ) {
    assert.equal((await person.send("GET", path)).status, 404);
  }
  assert.deepEqual((await person.send("GET", "/backtests")).body.items, []);
});

async function backtestOf(person: Browser, runId: string, body: unknown = PLAN): Promise<string> {
  const reply = await person.send("POST", `/runs/${runId}/backtest`, { body });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.backtest_run_id;
}

function idsIn({ items }: { items: readonly { backtest_run_id: string }[] }): readonly string[] {
  return items.map(({ backtest_run_id }) => backtest_run_id);
}

Deno.test(testInTurn({
  name: "a backtest and a simulation are refused for now while the bucket is away, and accepted once it is back",
  ignore: !hasObjectServer(),
  async fn() {
    await using server = await startObjectServer();
    const { url, accessKeyId, secretAccessKey } = server.bucket;
    const bucket = { ARTIFACTS_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    await using running = await runService({ environment: { ...bucket, WORKERS: "1" } });
    const person = await verifiedBrowser(running);
    const run = await succeeded(person, pricesBody(3, 400));
    const submit = async (): Promise<readonly [number, string | undefined][]> => {
      const bodies = { backtest: { train_window: 200 }, monte_carlo: { paths: 200, horizon: 20 } };
      return await Promise.all(
        Object.entries(bodies).map(async ([kind, body]) => {
          const answer = await person.send("POST", `/runs/${run}/${kind}`, { body });
          return [answer.status, answer.body.code] as const;
        }),
      );
    };
    await server.stop();
    assert.deepEqual(await submit(), [[503, "not_ready"], [503, "not_ready"]]);
    server.start();
    assert.deepEqual(await submit(), [[202, undefined], [202, undefined]]);
  },
}));
