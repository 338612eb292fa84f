import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { KeptLists, type PublishedList } from "./kept_lists.ts";
import { ListingTable } from "./listing_table.ts";
import { memoryCache } from "./memory_cache.ts";
import type { MarketDataCache } from "./cache.ts";
import type { FetchContext } from "./provider.ts";
import { readNseEquityList } from "./readers/nse_equity_list.ts";
import { renamedListings } from "./readings/merged_lists.ts";
import { SourceError } from "./source_error.ts";

const HEADER = "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE";
const HOUR_MS = 3_600_000;

function textOf(symbols: readonly string[]): string {
  return [HEADER, ...symbols.map((symbol) => `${symbol},Example ${symbol},EQ,06-OCT-2008,5,1,${isinOf(symbol)},5`)]
    .join("\n");
}

function isinOf(symbol: string): string {
  return `INE${symbol.slice(2, 5).padEnd(3, "0")}X01011`;
}

const TEN = Array.from({ length: 10 }, (_, i) => `EX${String(i).padStart(3, "0")}`);

/**
 * Test helper: a published asset list whose content, clock and source the test controls, with the `KeptLists` that
 * caches it.
 */
class ListInTest {
  text: () => string = () => textOf(TEN);
  nowMs = Date.UTC(2026, 4, 20, 12);
  fetches = 0;
  readonly cache: MarketDataCache;
  readonly kept: KeptLists;
  readonly context: FetchContext = {
    signal: new AbortController().signal,
    now: () => new Date(this.nowMs).toISOString(),
  };

  constructor({ cache = memoryCache(), isOptional = false }: { cache?: MarketDataCache; isOptional?: boolean } = {}) {
    this.cache = cache;
    const list: PublishedList = {
      id: "nse",
      market: "IN",
      isOptional,
      source: "nse",
      fetch: () => Promise.reject(new Error("not asked by this way")),
      layout: "nse_equity",
      bytes: async () => {
        this.fetches++;
        await Promise.resolve();
        return new TextEncoder().encode(this.text());
      },
    };
    this.kept = new KeptLists(cache, { lists: [list], maxAgeHours: 24, onHit: () => {} });
  }

  async rows(): Promise<number> {
    return (await this.kept.of("IN", this.context)).flatMap(({ listings }) => [...ListingTable.of(listings)]).length;
  }

  /**
   * Test helper. Refreshes the published list, if due or in any case, and returns the outcome with the fault, if any,
   * as one text.
   */
  async refreshed(which: "due" | "all" = "all"): Promise<string> {
    const [{ outcome, fault }] = await this.kept.refresh(which, this.context);
    return fault === null ? outcome : `${outcome}: ${fault}`;
  }
}

Deno.test("a published list is fetched once, and again before it is too old", async () => {
  const list = new ListInTest();
  assert.deepEqual([await list.rows(), await list.rows(), list.fetches], [10, 10, 1]);
  assert.equal(await list.refreshed("due"), "fresh");
  list.nowMs += 13 * HOUR_MS;
  assert.equal(await list.refreshed("due"), "unchanged");
  list.nowMs += 13 * HOUR_MS;
  list.text = () => textOf([...TEN, "EXNEW"]);
  assert.equal(await list.refreshed("due"), "replaced");
  assert.equal(await list.rows(), 11);
});

const BAD: Readonly<Record<string, readonly [text: string, why: RegExp]>> = {
  "without a row": [HEADER, /none of its rows can be read/],
  "of under half the rows": [textOf(TEN.slice(0, 4)), /only 4 rows, the last good list had 10/],
  "of another layout": [textOf(TEN).replace("SYMBOL", "TICKER"), /no column "SYMBOL"/],
  "that is a page with status 200": ["<!doctype html><html><body>Access denied</body></html>", /no column/],
  "that is empty": ["", /no column/],
};

for (const [what, [text, why]] of Object.entries(BAD)) {
  Deno.test(`a published list ${what} is an error and does not replace the last good one`, async () => {
    const list = new ListInTest();
    await list.rows();
    list.text = () => text;
    const told = await list.refreshed();
    assert.match(told, /^failed: /);
    assert.match(told, why);
    assert.equal(await list.rows(), 10);
    const again = new ListInTest({ cache: list.cache });
    assert.equal(await again.rows(), 10);
  });
}

Deno.test("a list with half the rows of the last good one is accepted", async () => {
  const list = new ListInTest();
  await list.rows();
  list.text = () => textOf(TEN.slice(0, 5));
  assert.equal(await list.refreshed(), "replaced");
});

Deno.test("the last good list is used for seven days, and then refused with the error of its source", async () => {
  const list = new ListInTest();
  await list.rows();
  list.text = () => {
    throw new SourceError("nse", 'Cannot get data of "nse" from nse.example: it answered with status 503');
  };
  list.nowMs += 6.9 * 24 * HOUR_MS;
  assert.equal(await list.rows(), 10);
  list.nowMs += 0.2 * 24 * HOUR_MS;
  await assert.rejects(list.rows(), {
    code: "market_data_unavailable",
    message: /nse\.example.*status 503.*2026-05-20/,
  });
  list.text = () => textOf(TEN);
  assert.equal(await list.rows(), 10);
});

Deno.test("without its list a market is refused, unless the list is optional", async () => {
  const fails = (): string => {
    throw new SourceError("nse", 'Cannot get data of "nse" from nse.example: the connection to it broke');
  };
  const list = new ListInTest();
  list.text = fails;
  await assert.rejects(list.rows(), { code: "market_data_unavailable", message: /"nse"/ });
  const optional = new ListInTest({ isOptional: true });
  optional.text = fails;
  assert.equal(await optional.rows(), 0);
});

Deno.test("a process uses the list that another one has fetched, with its former listings", async () => {
  const list = new ListInTest();
  await list.rows();
  list.text = () => textOf(TEN.slice(1));
  list.nowMs += HOUR_MS;
  await list.refreshed();
  const other = new ListInTest({ cache: list.cache });
  other.nowMs = list.nowMs;
  const [{ listings, former, fetchedAt }] = await other.kept.of("IN", other.context);
  const gone = [...ListingTable.of(former)].map(({ symbol }) => symbol);
  assert.deepEqual([ListingTable.of(listings).length, gone, other.fetches], [9, ["EX000"], 0]);
  assert.equal(fetchedAt, list.context.now());
});

Deno.test("a cached list that is damaged or cannot be read is fetched again", async () => {
  const list = new ListInTest();
  await list.rows();
  const entry = await list.cache.lists.read("nse");
  assert.ok(entry !== null);
  const packed = new Uint8Array(gzipSync("of another layout"));
  for (const text of [new Uint8Array([1, 2, 3]), entry.parts.get("text")?.slice(0, 50) ?? packed, packed]) {
    await list.cache.lists.write("nse", { head: entry.head, parts: new Map([["text", text]]) });
    const other = new ListInTest({ cache: list.cache });
    assert.deepEqual([await other.rows(), other.fetches], [10, 1]);
  }
});

Deno.test("an asset that is listed again is not a former listing", async () => {
  const list = new ListInTest();
  await list.rows();
  for (const symbols of [TEN.slice(1), TEN]) {
    list.text = () => textOf(symbols);
    await list.refreshed();
  }
  const [{ former }] = await list.kept.of("IN", list.context);
  assert.deepEqual([...ListingTable.of(former)], []);
});

Deno.test("a former listing is renamed if its ISIN has another symbol on the exchange", async () => {
  const { listings: before } = await readNseEquityList(textOf(["EXOLD", "EXGONE"]));
  const { listings: after } = await readNseEquityList(textOf(["EXNEW"]).replace(isinOf("EXNEW"), isinOf("EXOLD")));
  const renamed = renamedListings([...ListingTable.of(before)], ListingTable.of(after));
  assert.deepEqual(renamed.map(({ symbol, renamedTo }) => [symbol, renamedTo]), [
    ["EXOLD", "NSE:EXNEW"],
    ["EXGONE", null],
  ]);
});

Deno.test("fifty concurrent requests for a list wait for one fetch", async () => {
  const list = new ListInTest();
  assert.deepEqual(await Promise.all(Array.from({ length: 50 }, () => list.rows())), Array(50).fill(10));
  assert.equal(list.fetches, 1);
});
