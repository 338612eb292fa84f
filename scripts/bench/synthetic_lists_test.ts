import assert from "node:assert/strict";
import type { Market } from "../../src/domain/asset.ts";
import { memoryCache } from "../../src/market_data/memory_cache.ts";
import type { Listings } from "../../src/market_data/provider.ts";
import { liveProvider } from "../../src/market_data/providers/live.ts";
import { SOURCES } from "../../src/market_data/providers/mod.ts";
import { ListingSearches } from "../../src/market_data/search/listing_searches.ts";
import { startSourceServer } from "../../tests/support/source_server.ts";
import { fundPaths, sharePaths, syntheticList } from "./synthetic_lists.ts";

Deno.test("the benchmark's synthetic lists have their intended lengths, and each of its search texts finds something", async () => {
  await using server = startSourceServer({ chart: () => null, values: () => null, list: syntheticList });
  const now = (): string => "2025-01-02T12:00:00.000Z";
  const context = { signal: new AbortController().signal, now };
  const provider = liveProvider({
    sources: [...SOURCES],
    urls: server.urls,
    cache: memoryCache(),
    maxAgeHours: 24,
    now,
  });
  const lastGood = async (market: Market): Promise<Listings> => {
    const listings = await provider.listings?.(market, context);
    assert.ok(listings !== undefined);
    return listings;
  };
  assert.equal((await lastGood("IN")).items.length, 6_400);
  assert.equal((await lastGood("US")).items.length, 12_400);
  const funds = [...(await lastGood("MF")).items];
  assert.deepEqual([funds.length, funds.filter(({ fund }) => fund?.navDate !== null).length], [37_600, 13_800]);
  const searches = new ListingSearches({ lastGood }, { now: () => 0, onFailure: () => {} });
  for (const [market, paths] of [["MF", fundPaths()], ["US", sharePaths()]] as const) {
    const index = await searches.of(market);
    for (const path of paths) {
      const text = new URL(path, "https://localhost").searchParams.get("q") ?? "";
      assert.ok(index.search(text, { limit: 20 }).length > 0, path);
    }
  }
});
