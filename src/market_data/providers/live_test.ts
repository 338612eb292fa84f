import assert from "node:assert/strict";
import { sampleChart, sampleSources } from "../../../tests/support/sample_sources.ts";
import { chartBody, type SourceServer, startSourceServer } from "../../../tests/support/source_server.ts";
import { testInTurn } from "../../../tests/support/tier.ts";
import { assetId } from "../../domain/asset.ts";
import { memoryCache } from "../memory_cache.ts";
import type { MarketDataProvider, PriceHistory } from "../provider.ts";
import type { Source } from "../source.ts";
import { liveProvider, type MarketDataEvent } from "./live.ts";
import { SOURCES } from "./mod.ts";
import { yahoo } from "./yahoo.ts";

const { signal } = new AbortController();
const now = (): string => "2025-06-02T12:00:00.000Z";
const context = { signal, now };
const YEAR = { start: "2020-01-01", end: "2020-12-31" };

interface LiveOptions {
  readonly sources?: readonly Source[];
  readonly events?: MarketDataEvent[];
  /**
   * Milliseconds for which failed requests to data sources are repeated. The default leaves enough time for a busy
   * machine to answer.
   */
  readonly allMs?: number;
}

function live(
  { urls }: SourceServer,
  { sources = [...SOURCES], events = [], allMs = 60_000 }: LiveOptions = {},
): MarketDataProvider {
  return liveProvider({
    sources,
    urls: { ...urls, second: `${urls.yahoo}2` },
    cache: memoryCache(),
    maxAgeHours: 24,
    limits: { attemptMs: 60_000, allMs, firstPauseMs: 5, openMs: 100, failures: 100 },
    now,
    onEvent: (event) => events.push(event),
  });
}

async function prices(provider: MarketDataProvider, asset: string, range = YEAR): Promise<PriceHistory> {
  const history = await provider.prices?.(assetId(asset), range, context);
  assert.ok(history !== undefined);
  return history;
}

Deno.test("a stock of the National Stock Exchange has the closes of its chart, cached once they reach the end date", async () => {
  await using server = startSourceServer(sampleSources());
  const events: MarketDataEvent[] = [];
  const provider = live(server, { events });
  const history = await prices(provider, "NSE:EXLOTUS");
  assert.equal(history.source, "yahoo");
  assert.ok(history.dates.length > 200 && history.dates[0] >= "2020-01-01");
  assert.deepEqual(await prices(provider, "NSE:EXLOTUS"), history);
  assert.deepEqual(events, ["request", "cache_hit"]);
});

Deno.test("a share of the Bombay exchange is requested by its symbol and returned under its code", async () => {
  await using server = startSourceServer(sampleSources());
  const { chart } = server.content;
  server.content = { ...server.content, chart: (symbol) => chart(symbol.replace(/\.BO$/, ".NS")) };
  const { items = [] } = await live(server).listings?.("IN", context) ?? {};
  const share = [...items].find(({ securityId }) => securityId === "EXLOTUS");
  assert.match(share?.asset ?? "", /^BSE:99\d{4}$/);
  const history = await prices(live(server), share?.asset ?? "");
  assert.ok(history.dates.length > 200);
  assert.ok(server.asked.some((path) => path.startsWith("yahoo/v8/finance/chart/EXLOTUS.BO?")));
});

Deno.test("funds get the values of their scheme, and US stocks the closes of their chart", async () => {
  await using server = startSourceServer(sampleSources());
  const provider = live(server);
  const [fund, stock] = [await prices(provider, "MF:900001"), await prices(provider, "US:EXMAPLE")];
  assert.deepEqual([fund.source, stock.source], ["mfapi", "yahoo"]);
  assert.ok(fund.dates.length > 200 && stock.dates.length > 200);
});

Deno.test("a market has the listings of all its sources, with the earliest of their dates", async () => {
  await using server = startSourceServer(sampleSources());
  const provider = live(server);
  const [india, us, funds] = await Promise.all(
    (["IN", "US", "MF"] as const).map((market) => provider.listings?.(market, context)),
  );
  assert.deepEqual([india?.items.length, us?.items.length, funds?.items.length], [120, 40, 20]);
  assert.deepEqual([us?.asOf, us?.fetchedAt, us?.agesFrom], ["2024-12-31", now(), now()]);
  assert.equal((await provider.listings?.("US", context))?.items, us?.items);
  const fund = [...funds?.items ?? []].find(({ asset }) => asset === "MF:900001")?.fund;
  assert.deepEqual([fund?.nav, fund?.navDate, fund?.assetClass], [10.5, "2024-12-31", "equity"]);
});

Deno.test("the five benchmarks are price indices, and the last session is the last row of the exchange's index", async () => {
  await using server = startSourceServer(sampleSources());
  const provider = live(server);
  const ids = await provider.benchmarks?.(context) ?? [];
  assert.deepEqual(ids, ["NIFTY50", "SENSEX", "BANKNIFTY", "SP500", "NASDAQ100"]);
  for (const id of ids) {
    const { returnType, dates = [] } = await provider.benchmark?.(id, YEAR, context) ?? {};
    assert.ok(returnType === "price" && dates.length > 200, id);
  }
  const session = (asset: string, day: string): Promise<string | null> | undefined =>
    provider.lastSession?.([assetId(asset)], day, context);
  const indian = sampleChart("^NSEI")?.dates ?? [];
  assert.equal(await session("NSE:EXLOTUS", "2020-06-07"), indian.findLast((date) => date <= "2020-06-07"));
  assert.equal(await session("MF:900001", "2020-06-07"), indian.findLast((date) => date <= "2020-06-07"));
  const american = sampleChart("^GSPC")?.dates ?? [];
  assert.equal(await session("US:EXMAPLE", "2020-07-04"), american.findLast((date) => date <= "2020-07-04"));
  assert.equal(await session("US:EXMAPLE", "1990-01-01"), null);
});

Deno.test("closes as traded are closes before each split times its ratio, and adjusted closes are the source's", async () => {
  await using server = startSourceServer(sampleSources());
  const dates = ["2020-08-27", "2020-08-28", "2020-08-31", "2020-09-01"];
  const splits = [{ date: "2020-08-31", numerator: 4, denominator: 1 }];
  const dividends = [{ date: "2020-09-01", amount: 0.5 }];
  const closes = [125, 124.8, 129, 134];
  const adjustedCloses = closes.map((close, i) => i < 3 ? 0.99 * close : close);
  const chart = { currency: "USD", dates, closes, adjustedCloses, splits, dividends };
  server.content = { ...server.content, chart: () => chart };
  const history = await prices(live(server), "US:AAPL");
  assert.deepEqual([...history.closes], [500, 499.2, 129, 134]);
  assert.deepEqual([...history.adjustedCloses], adjustedCloses);
  assert.deepEqual(history.actions, [
    { date: "2020-08-31", kind: "split", amount: 4 },
    { date: "2020-09-01", kind: "dividend", amount: 0.5 },
  ]);
});

const CHART = { currency: "INR", dates: ["2020-01-01"], closes: [1], adjustedCloses: [1] };
const UNREADABLE: Readonly<Record<string, readonly [body: string, why: RegExp]>> = {
  "cut off JSON": [JSON.stringify(chartBody("EXLOTUS.NS", CHART, 0)).slice(0, -9), /not JSON/],
  "a page with status 200": ["<!doctype html><html></html>", /not JSON/],
  "another form": ['{"chart":{"result":[{"meta":{}}]}}', /an unexpected form/],
  "another symbol": [JSON.stringify(chartBody("EXMANGO.NS", CHART, 0)), /it is the chart of "EXMANGO\.NS"/],
  "another currency": [
    JSON.stringify(chartBody("EXLOTUS.NS", { ...CHART, currency: "GBp" }, 0)),
    /its currency is GBp/,
  ],
  "fewer closes than days": [
    JSON.stringify(chartBody("EXLOTUS.NS", { ...CHART, closes: [] }, 0)).replace("[null]", "[]"),
    /0 closes for 1 days/,
  ],
};

for (const [what, [body, why]] of Object.entries(UNREADABLE)) {
  Deno.test(`a chart with ${what} is refused with the name of its source`, async () => {
    await using server = startSourceServer({ ...sampleSources(), chart: () => body });
    await assert.rejects(prices(live(server), "NSE:EXLOTUS"), (error: Error & { code?: string }) => {
      assert.equal(error.code, "market_data_unavailable");
      assert.match(error.message, /"yahoo"/);
      assert.match(error.message, why);
      return true;
    });
  });
}

Deno.test("a range without trading days and an unknown symbol have no prices and are not errors", async () => {
  await using server = startSourceServer({ ...sampleSources(), chart: () => ({ ...CHART, dates: [] }) });
  assert.deepEqual((await prices(live(server), "NSE:EXLOTUS")).dates, []);
  server.content = { ...server.content, chart: () => null };
  assert.deepEqual((await prices(live(server), "NSE:EXNONE")).dates, []);
  const error = { code: "Bad Request", description: "Data doesn't exist for startDate = 1, endDate = 2" };
  server.fault = () => Response.json({ chart: { result: null, error } }, { status: 400 });
  assert.deepEqual((await prices(live(server), "NSE:EXNONE")).dates, []);
});

Deno.test("a missing close is omitted and reported, and a day that comes twice has its valid close", async () => {
  const dates = ["2020-01-01", "2020-01-02", "2020-01-03", "2020-01-03"];
  const chart = { currency: "INR", dates, closes: [1, null, 0, 3], adjustedCloses: [1, null, 0, 3] };
  await using server = startSourceServer({ ...sampleSources(), chart: () => chart });
  const { dates: left, omitted } = await prices(live(server), "NSE:EXLOTUS");
  assert.deepEqual(left, ["2020-01-01", "2020-01-03"]);
  assert.deepEqual(omitted, [{ date: "2020-01-02", reason: "unreadable" }]);
});

/** Data source of Yahoo-style charts from a second address, used when the first one fails. */
const SECOND: Source = { ...yahoo, id: "second" };

Deno.test(
  testInTurn("if the first source of an asset fails, the next one is asked and named in the history", async () => {
    await using server = startSourceServer(sampleSources());
    const { chart } = server.content;
    server.fault = (request, path) => {
      if (path.startsWith("yahoo/")) return new Response("down", { status: 503 });
      const symbol = /^yahoo2\/v8\/finance\/chart\/(.+)$/.exec(path)?.[1];
      const found = symbol === undefined ? null : chart(symbol);
      if (symbol === undefined || found === null || typeof found === "string") return null;
      return Response.json(chartBody(symbol, found, Number(new URL(request.url).searchParams.get("period1"))));
    };
    const provider = live(server, { sources: [yahoo, SECOND], allMs: 1_000 });
    const history = await prices(provider, "NSE:EXLOTUS");
    assert.deepEqual([history.source, history.dates.length > 200], ["second", true]);
  }),
);

Deno.test("a source that is down is named in the error, and its cached history is still returned", async () => {
  await using server = startSourceServer(sampleSources());
  const provider = live(server, { allMs: 1_000 });
  const kept = await prices(provider, "NSE:EXLOTUS");
  server.fault = () => new Response("down", { status: 503 });
  await assert.rejects(prices(provider, "NSE:EXMANGO"), {
    code: "market_data_unavailable",
    message: /^Cannot get the prices of "NSE:EXMANGO": Cannot get data of "yahoo" from 127\.0\.0\.1:\d+: .*503$/,
  });
  assert.deepEqual(await prices(provider, "NSE:EXLOTUS"), kept);
  server.fault = null;
  assert.ok((await prices(provider, "NSE:EXMANGO")).dates.length > 200);
});

Deno.test("while the index of the exchanges is unavailable, the last session of funds is the latest day of their list", async () => {
  await using server = startSourceServer(sampleSources());
  server.fault = (_, path) => path.startsWith("yahoo/") ? new Response("blocked", { status: 403 }) : null;
  const provider = live(server);
  assert.equal(await provider.lastSession?.([assetId("MF:900001")], "2025-05-30", context), "2024-12-31");
  await assert.rejects(provider.lastSession?.([assetId("NSE:EXLOTUS")], "2025-05-30", context) ?? Promise.resolve(), {
    code: "market_data_unavailable",
  });
});

Deno.test("fifty concurrent requests for one asset ask its source once", async () => {
  await using server = startSourceServer(sampleSources());
  server.delayMs = 20;
  const provider = live(server);
  await Promise.all(Array.from({ length: 50 }, () => prices(provider, "NSE:EXLOTUS")));
  assert.equal(server.asked.length, 1);
});

Deno.test("an operator can see the state of the lists and the cache, and have all lists fetched again", async () => {
  await using server = startSourceServer(sampleSources());
  const provider = live(server);
  const before = await provider.status?.(context);
  assert.deepEqual(before?.lists.map(({ list, rows }) => [list, rows]), [
    ["nse", 0],
    ["bse", 0],
    ["amfi", 0],
    ["mfapi", 0],
    ["nasdaqlisted", 0],
    ["otherlisted", 0],
  ]);
  const refreshed = await provider.refreshLists?.("all", context);
  assert.ok(refreshed?.every(({ outcome, rows }) => outcome === "replaced" && rows >= 20));
  await prices(provider, "NSE:EXLOTUS");
  const { lists = [], cache } = await provider.status?.(context) ?? {};
  assert.deepEqual([lists[0].source, lists[0].rows, lists[0].fetchedAt], ["nse", 60, now()]);
  assert.ok(cache?.assets === 1 && cache.bytes > 10_000 && cache.oldestFetchedAt === now());
});
