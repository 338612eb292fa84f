import assert from "node:assert/strict";
import { sampleSources } from "../../../tests/support/sample_sources.ts";
import { type SourceServer, startSourceServer } from "../../../tests/support/source_server.ts";
import { assetId } from "../../domain/asset.ts";
import { memoryCache } from "../memory_cache.ts";
import type { MarketDataProvider } from "../provider.ts";
import { liveProvider } from "./live.ts";
import { SOURCES } from "./mod.ts";

const { signal } = new AbortController();
const now = (): string => "2025-06-02T12:00:00.000Z";
const context = { signal, now };

function live({ urls }: SourceServer): MarketDataProvider {
  return liveProvider({ sources: [...SOURCES], urls, cache: memoryCache(), maxAgeHours: 24, now });
}

Deno.test("a stock of the National Stock Exchange has the closes of its chart, kept once they reach the end", async () => {
  await using server = startSourceServer(sampleSources());
  const provider = live(server);
  const range = { start: "2020-01-01", end: "2020-12-31" };
  const history = await provider.prices?.(assetId("NSE:EXLOTUS"), range, context);
  assert.equal(history?.source, "yahoo");
  assert.ok(history.dates.length > 200 && history.dates[0] >= "2020-01-01");
  assert.deepEqual(await provider.prices?.(assetId("NSE:EXLOTUS"), range, context), history);
  assert.equal(server.asked.length, 1);
});
