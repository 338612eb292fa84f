import assert from "node:assert/strict";
import { assetId } from "../../src/domain/asset.ts";
import type { FetchContext, PriceHistory } from "../../src/market_data/provider.ts";
import { filesProvider } from "../../src/market_data/providers/files.ts";
import { announceMissingShared, SHARED_AVAILABLE } from "../support/reference.ts";
import { sharedMarketFolder } from "../support/shared_market_folder.ts";

announceMissingShared("Market files of real exchanges");

const CONTEXT: FetchContext = { signal: new AbortController().signal, now: () => "2026-11-21T12:00:00.000Z" };
const ALWAYS = { start: null, end: null };

/** Registers a test on a market data folder of the shared data. The folder is removed afterwards. */
function onShared(name: string, options: { calendar: boolean }, run: (folder: string) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !SHARED_AVAILABLE,
    async fn() {
      const folder = await sharedMarketFolder(options);
      try {
        await run(folder);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

async function historyOf(folder: string, asset: string): Promise<PriceHistory> {
  const history = await filesProvider(folder).prices?.(assetId(asset), ALWAYS, CONTEXT);
  assert.ok(history !== undefined);
  return history;
}

onShared("original listing files are read with shares, funds and ISINs", { calendar: true }, async (folder) => {
  const provider = filesProvider(folder);
  const india = [...(await provider.listings?.("IN", CONTEXT))?.items ?? []];
  assert.equal(india.filter(({ asset, isin }) => asset.startsWith("NSE:") && isin !== null).length, 1_935);
  assert.ok(india.filter(({ asset }) => asset.startsWith("BSE:")).length > 4_000);
  const reliance = india.find(({ asset }) => asset === "NSE:RELIANCE");
  assert.deepEqual([reliance?.isin, reliance?.sector], ["INE002A01018", "Oil Gas & Consumable Fuels"]);
  const us = [...(await provider.listings?.("US", CONTEXT))?.items ?? []];
  assert.ok(us.length > 12_000);
  assert.ok(us.some(({ asset, exchange }) => asset === "US:AAPL" && exchange === "NASDAQ"));
  assert.ok(us.every(({ symbol }) => symbol !== "ZAZZT" && symbol !== "ZXIET"));
  const funds = [...(await provider.listings?.("MF", CONTEXT))?.items ?? []];
  assert.ok(funds.length > 13_000);
  const flexi = funds.find(({ asset }) => asset === "MF:122639");
  assert.equal(flexi?.name, "Parag Parikh Flexi Cap Fund - Direct Plan - Growth");
  assert.equal(flexi?.fund?.amc, "PPFAS Mutual Fund");
  assert.equal(funds.find(({ asset }) => asset === "MF:119551")?.fund?.assetClass, "debt");
});

onShared("with a trading calendar a row on a holiday is dropped, and missing sessions are reported", {
  calendar: true,
}, async (folder) => {
  const { omitted, dates } = await historyOf(folder, "NSE:RELIANCE");
  assert.deepEqual(omitted, [
    { date: "2026-01-15", reason: "holiday" },
    { date: "2019-02-13", reason: "absent" },
    { date: "2019-03-29", reason: "absent" },
  ]);
  assert.deepEqual([dates[0], dates[dates.length - 1], dates.length], ["2016-04-20", "2026-04-17", 2_469]);
});

onShared(
  "without a trading calendar two days on which nearly every price repeats count as holidays",
  { calendar: false },
  async (folder) => {
    const { omitted } = await historyOf(folder, "NSE:RELIANCE");
    assert.deepEqual(omitted, [{ date: "2025-03-18", reason: "holiday" }, { date: "2026-01-15", reason: "holiday" }]);
  },
);

onShared("a fund's single value of zero is dropped and reported", { calendar: true }, async (folder) => {
  const { omitted, closes } = await historyOf(folder, "MF:120503");
  assert.equal(omitted?.length, 1);
  assert.deepEqual(omitted?.[0].reason, "unreadable");
  assert.ok(closes.every((close) => close > 0));
});

onShared(
  "an index with null rows keeps its other rows, and the last session of US prices is their last date",
  { calendar: true },
  async (folder) => {
    const provider = filesProvider(folder);
    assert.deepEqual(await provider.benchmarks?.(CONTEXT), ["NIFTY50", "SENSEX", "BANKNIFTY", "SP500"]);
    const sensex = await provider.benchmark?.("SENSEX", ALWAYS, CONTEXT);
    assert.ok((sensex?.omitted?.length ?? 0) > 100 && (sensex?.dates.length ?? 0) > 5_000);
    assert.equal(await provider.lastSession?.([assetId("US:AAPL")], "2026-11-20", CONTEXT), "2020-09-22");
  },
);
