import assert from "node:assert/strict";
import type { Market } from "../../src/domain/asset.ts";
import { memoryCache } from "../../src/market_data/memory_cache.ts";
import type { Listings } from "../../src/market_data/provider.ts";
import { liveProvider } from "../../src/market_data/providers/live.ts";
import { SOURCES } from "../../src/market_data/providers/mod.ts";
import { ListingSearches } from "../../src/market_data/search/listing_searches.ts";
import { startSourceServer } from "../../tests/support/source_server.ts";
import { testedCases, testInTurn } from "../../tests/support/tier.ts";
import { fundPaths, sharePaths, syntheticList } from "./synthetic_lists.ts";

/** The lists of each market: how many assets they have, of them with a day of their latest value, and searches. */
const LISTS: readonly { market: Market; assets: number; valued: number; paths: readonly string[] }[] = [
  { market: "IN", assets: 6_400, valued: 0, paths: [] },
  { market: "US", assets: 12_400, valued: 0, paths: sharePaths() },
  { market: "MF", assets: 37_600, valued: 13_800, paths: fundPaths() },
];

for (const { market, assets, valued, paths } of testedCases(LISTS)) {
  Deno.test(
    testInTurn(
      `the lists of ${market} of the bench are as long as real ones, and are searched by texts that find something`,
      async () => {
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
        const lastGood = async (): Promise<Listings> => {
          const listings = await provider.listings?.(market, context);
          assert.ok(listings !== undefined);
          return listings;
        };
        const items = [...(await lastGood()).items];
        const withDay = items.filter(({ fund }) => (fund?.navDate ?? null) !== null);
        assert.deepEqual([items.length, withDay.length], [assets, valued]);
        const searches = new ListingSearches({ lastGood }, { now: () => 0, onFailure: () => {} });
        const index = await searches.of(market);
        for (const path of paths) {
          const text = new URL(path, "https://localhost").searchParams.get("q") ?? "";
          assert.ok(index.search(text, { limit: 20 }).length > 0, path);
        }
      },
    ),
  );
}
