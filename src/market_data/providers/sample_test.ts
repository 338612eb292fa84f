import assert from "node:assert/strict";
import { assetId } from "../../domain/asset.ts";
import type { FetchContext } from "../provider.ts";
import { sample } from "./sample.ts";

const context: FetchContext = { signal: new AbortController().signal, now: () => "2025-01-01T00:00:00.000Z" };
const everything = { start: null, end: null };

Deno.test("each market of the sample provider lists its own assets", async () => {
  const counts = [];
  for (const market of ["IN", "US", "MF", "CUSTOM"] as const) {
    const listings = [...(await sample.listings?.(market, context))?.items ?? []];
    counts.push(listings.filter((listing) => listing.market === market).length, listings.length);
  }
  assert.deepEqual(counts, [60, 60, 40, 40, 20, 20, 0, 0]);
});

Deno.test("a history of the sample provider begins with the asset's first close and keeps to the range", async () => {
  const late = await sample.prices?.(assetId("NSE:EXCHAMPAK"), everything, context);
  assert.ok(late && late.dates[0] > "2016" && late.dates.length === late.closes.length);
  assert.ok(late.adjustedCloses.every((close) => close > 0));
  const week = await sample.prices?.(assetId("US:EXMAPLE"), { start: "2020-03-02", end: "2020-03-04" }, context);
  assert.deepEqual(week?.dates, ["2020-03-02", "2020-03-03", "2020-03-04"]);
  assert.deepEqual([week?.source, week?.fetchedAt], ["sample", "2025-01-01T00:00:00.000Z"]);
});

Deno.test("a benchmark of the sample provider is a price index", async () => {
  const history = await sample.benchmark?.("SP500", { start: "2024-12-31", end: null }, context);
  assert.deepEqual([history?.returnType, history?.dates], ["price", ["2024-12-31"]]);
});

Deno.test("the sample provider refuses an unknown asset by name", async () => {
  await assert.rejects(async () => await sample.prices?.(assetId("US:NONE"), everything, context), /US:NONE/);
});
