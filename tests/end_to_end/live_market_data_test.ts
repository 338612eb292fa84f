import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import { jobIdOf } from "../../src/domain/identifier.ts";
import { liveProvider } from "../../src/market_data/providers/live.ts";
import { memoryCache } from "../../src/market_data/memory_cache.ts";
import { SOURCES } from "../../src/market_data/providers/mod.ts";
import { readRequest } from "../../src/request/read_request.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { runOptimize } from "../support/optimize_process.ts";
import { runService } from "../support/running_service.ts";
import { ended, submitted, succeeded } from "../support/runs_over_https.ts";
import { sampleSources } from "../support/sample_sources.ts";
import { sharedService } from "../support/shared_service.ts";
import { type SourceContent, sourceSettings, startSourceServer } from "../support/source_server.ts";
import { withStore } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const BODY = {
  stocks: ["EXLOTUS", "EXMANGO", "EXNEEM"].map((ticker) => ({ ticker, exchange: "NSE" })),
  methods: ["min_volatility"],
  benchmark: "NIFTY50",
  start_date: "2020-01-01",
  end_date: "2022-12-30",
};

const CONTEXT = { signal: new AbortController().signal, now: () => "2025-06-02T12:00:00.000Z" };

Deno.test(
  testInTurn(
    "a run from the command line fetches prices from the sources and names the source of each asset",
    async () => {
      await using server = startSourceServer(sampleSources());
      const { code, stdout, stderr } = await runOptimize(
        ["--request", "-", "--out", "-"],
        JSON.stringify(BODY),
        sourceSettings(server),
      );
      assert.equal(code, 0, stderr);
      const { data, benchmark, methods } = JSON.parse(stdout);
      assert.deepEqual([data.source, data.start_date, data.end_date], ["live", "2020-01-01", "2022-12-30"]);
      assert.deepEqual(data.sources, { "NSE:EXLOTUS": "yahoo", "NSE:EXMANGO": "yahoo", "NSE:EXNEEM": "yahoo" });
      assert.equal(benchmark.return_type, "price");
      assert.equal(methods[0].status, "optimal");
    },
  ),
);

Deno.test(
  testInTurn(
    "without market data a submission is refused and a run fails; once cached, prices serve runs without their source",
    async () => {
      await using server = startSourceServer(sampleSources());
      const blocked = (): Response => new Response("blocked", { status: 403 });
      server.fault = blocked;
      await using service = await runService({ environment: sourceSettings(server) });
      const person = await verifiedBrowser(service);
      const refused = await person.send("POST", "/jobs", { body: BODY });
      assert.deepEqual([refused.status, refused.body.code], [503, "market_data_unavailable"]);
      assert.match(refused.body.detail, /list "nse".*"nse" from 127\.0\.0\.1:\d+: it answered with status 403/);

      server.fault = (_, path) => /EX[A-Z]+\.NS$/.test(path) ? blocked() : null;
      const runId = await submitted(person, BODY);
      const failed = await ended(person, runId);
      assert.deepEqual([failed.status, failed.error.code], ["failed", "market_data_unavailable"]);
      assert.match(failed.error.detail, /^Cannot get the prices of "NSE:EXLOTUS": Cannot get data of "yahoo"/);
      server.fault = null;
      await service.store.jobs.requeue(jobIdOf(runId));
      assert.equal((await ended(person, runId)).status, "succeeded");

      server.fault = blocked;
      const { length } = server.asked;
      const { body: result } = await person.send("GET", `/jobs/${runId}/result`);
      const again = await succeeded(person, BODY);
      const { body: same } = await person.send("GET", `/jobs/${again}/result`);
      assert.deepEqual([same.data, same.methods], [result.data, result.methods]);
      assert.equal(server.asked.length, length, "a source was asked for what is kept");
    },
  ),
);

Deno.test("two processes asked for the prices of one asset 50 times at once request them from its source once", () =>
  withStore(async ({ store, openAgain }) => {
    await using server = startSourceServer(sampleSources());
    server.delayMs = 100;
    const now = (): string => "2025-06-02T12:00:00.000Z";
    const processes = [store, await openAgain()].map(({ marketDataCache: cache }) =>
      liveProvider({ sources: [...SOURCES], urls: server.urls, cache, maxAgeHours: 24, now })
    );
    const context = { signal: new AbortController().signal, now };
    const range = { start: null, end: "2024-12-30" };
    const histories = await Promise.all(
      Array.from({ length: 50 }, (_, i) => processes[i % 2].prices?.(assetId("NSE:EXLOTUS"), range, context)),
    );
    assert.equal(server.asked.length, 1);
    assert.ok(histories.every((history) => history?.dates.at(-1) === "2024-12-30"));
    const lists = await Promise.all(processes.map((provider) => provider.listings?.("US", context)));
    assert.deepEqual(lists[0]?.items, lists[1]?.items);
    assert.equal(server.asked.length, 3);
  }));

Deno.test("the service fetches all six lists of securities in the background, each once", async () => {
  await using server = startSourceServer(sampleSources());
  await using service = await runService({ environment: sourceSettings(server) });
  const count = async (): Promise<number> => {
    const { lists } = await service.service.dependencies.marketData.status?.(CONTEXT) ?? { lists: [] };
    return lists.filter(({ rows }) => rows > 0).length;
  };
  await until(async () => await count() === 6, "six lists");
  assert.equal(new Set(server.asked).size, server.asked.length);
});

Deno.test("an end date in the future, on a holiday or at a weekend moves back to the last session of the benchmark index", async () => {
  await using server = startSourceServer(sampleSources());
  const cache = memoryCache();
  const marketData = liveProvider({
    sources: [...SOURCES],
    urls: server.urls,
    cache,
    maxAgeHours: 24,
    now: CONTEXT.now,
  });
  const sources = { marketData, riskFreeRates: { IN: 0.065, US: 0.04 }, now: CONTEXT.now };
  const { end_date: _, ...body } = BODY;
  const endOf = async (fields: Record<string, unknown>): Promise<string | undefined> =>
    (await readRequest({ ...body, ...fields }, sources, CONTEXT)).end_date;
  assert.equal(await endOf({}), "2024-12-31");
  assert.equal(await endOf({ end_date: "2030-01-01" }), "2024-12-31");
  assert.equal(await endOf({ end_date: "2021-01-26" }), "2021-01-25", "India's Republic Day, a Tuesday");
  assert.equal(await endOf({ end_date: "2022-01-02" }), "2021-12-31");
  await assert.rejects(endOf({ start_date: "2031-01-01", end_date: "2031-02-01" }), { code: "validation_failed" });
  await assert.rejects(endOf({ start_date: "1990-01-01", end_date: "1990-02-01" }), { code: "validation_failed" });
  assert.equal((await readRequest({ ...body }, sources, CONTEXT)).risk_free_rate, 0.065);
});

/** Test helper. Returns the sample sources with a share of last week, a fund without values and a share that ends. */
function unevenSources(): SourceContent {
  const content = sampleSources();
  const listed = { currency: "INR", dates: ["2022-12-29", "2022-12-30"], closes: [10, 11], adjustedCloses: [10, 11] };
  return {
    ...content,
    list(id) {
      const list = content.list(id)?.replace(/^EXBANYAN,.*\n/m, "") ?? null;
      return id === "nse" ? `${list}\nEXWEEK,Example Week,EQ,29-DEC-2022,10,1,INE999X01011,10` : list;
    },
    chart(symbol) {
      if (symbol === "EXWEEK.NS") return listed;
      const whole = content.chart(symbol);
      if (symbol !== "EXBANYAN.NS" || whole === null || typeof whole === "string") return whole;
      const end = whole.dates.findIndex((date) => date > "2021-06-30");
      const closes = whole.closes.slice(0, end);
      return { ...whole, dates: whole.dates.slice(0, end), closes, adjustedCloses: closes };
    },
    values: (code) => code === "900002" ? null : content.values(code),
  };
}

const uneven = startSourceServer(unevenSources());
Deno.test.afterAll(async () => await uneven[Symbol.asyncDispose]());

Deno.test(
  testInTurn(
    "a run with a share listed only days ago, or with a fund without values, fails with an error that names it",
    async () => {
      const person = await verifiedBrowser(await sharedService(sourceSettings(uneven)));
      const stocks = [...BODY.stocks, { ticker: "EXWEEK", exchange: "NSE" }];
      const { error: week } = await ended(person, await submitted(person, { ...BODY, stocks }));
      assert.deepEqual([week.code, /"NSE:EXWEEK"/.test(week.detail)], ["insufficient_history", true]);
      const funds = [{ scheme_code: 900001 }, { scheme_code: 900002 }];
      const { error: fund } = await ended(person, await submitted(person, { funds, methods: ["equal_weight"] }));
      assert.deepEqual([fund.code, /"MF:900002"/.test(fund.detail)], ["insufficient_history", true]);
    },
  ),
);

Deno.test(
  testInTurn(
    "a run with a delisted share ends with the share's last price, and its result names the share",
    async () => {
      const person = await verifiedBrowser(await sharedService(sourceSettings(uneven)));
      const stocks = [...BODY.stocks, { ticker: "EXBANYAN", exchange: "NSE" }];
      const runId = await succeeded(person, { ...BODY, stocks, benchmark: undefined });
      const { body: { data } } = await person.send("GET", `/jobs/${runId}/result`);
      assert.equal(data.end_date, "2021-06-30");
      const ends = data.dropped.find(({ reason }: { reason: string }) => reason === "ends_earlier");
      assert.deepEqual(ends.assets, ["NSE:EXBANYAN"]);
    },
  ),
);
