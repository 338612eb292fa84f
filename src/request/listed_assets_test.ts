import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import type { FormerListing, Listing, MarketDataProvider } from "../market_data/provider.ts";
import { sample } from "../market_data/providers/sample.ts";
import { NOT_TOLD } from "../market_data/readers/listing_file.ts";
import { readRequest } from "./read_request.ts";
import { runConfig } from "./run_request.ts";
import type { OptimizationRequest } from "./optimization_request.ts";

const { signal } = new AbortController();

/**
 * Test helper. Returns the sample market data provider, changed so that the Bombay exchange also lists the stocks and
 * some assets are no longer listed.
 */
function provider(): MarketDataProvider {
  return {
    ...sample,
    async listings(market, context) {
      const list = await sample.listings?.(market, context);
      assert.ok(list !== undefined);
      if (market !== "IN") return list;
      const items = [...list.items];
      return { ...list, items: [...items, ...items.map(bombayShare), only()], former: former(items[0]) };
    },
    hasHistory: (asset) => Promise.resolve(/^NSE:(EXDELIST|exlotus|EXLOTUS.NS)$/.test(asset)),
    lastSession: () => Promise.resolve("2024-12-31"),
  };
}

function bombayShare(listing: Listing, i: number): Listing {
  const code = String(990_001 + i);
  return { ...listing, asset: assetId(`BSE:${code}`), exchange: "BSE", symbol: code, securityId: listing.symbol };
}

function only(): Listing {
  const asset = assetId("BSE:991000");
  return {
    ...bombayShare(former(null)[0], 999),
    asset,
    symbol: "991000",
    securityId: "EXBOMBAY",
    name: "Example Bombay",
  };
}

function former(listing: Listing | null): readonly FormerListing[] {
  const like: Listing = listing ?? { ...NOTHING, asset: assetId("NSE:EXX"), symbol: "EXX" };
  return [
    { ...like, asset: assetId("NSE:EXOLD"), symbol: "EXOLD", renamedTo: assetId("NSE:EXNEEM") },
    { ...like, asset: assetId("NSE:EXGONE"), symbol: "EXGONE", renamedTo: null },
  ];
}

const NOTHING: Omit<Listing, "asset" | "symbol"> = {
  name: "Example",
  market: "IN",
  currency: "INR",
  exchange: "NSE",
  ...NOT_TOLD,
};

const SOURCES = {
  marketData: provider(),
  riskFreeRates: { IN: 0.065, US: 0.04 },
  now: () => "2025-06-02T12:00:00.000Z",
};

async function read(body: Record<string, unknown>): Promise<OptimizationRequest> {
  return await readRequest({ methods: ["equal_weight"], ...body }, SOURCES, { signal });
}

function stocks(...names: readonly string[]): { stocks: { ticker: string; exchange: string }[] } {
  return {
    stocks: names.map((name) => {
      const [exchange, ticker] = name.split(":");
      return { ticker, exchange };
    }),
  };
}

/** Test helper. Reads a request body that must be refused and returns its faults, each as pointer and sentence. */
async function refused(body: Record<string, unknown>): Promise<readonly string[]> {
  const error = await read(body).then(() => null, (error: unknown) => error);
  assert.ok(error instanceof DomainError, "the request was read");
  return error.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
}

Deno.test("a share of the Bombay exchange may be requested by its symbol and becomes the asset of its code", async () => {
  const body = { methods: ["equal_weight"], ...stocks("BSE:EXLOTUS", "BSE:990002", "NSE:EXLOTUS") };
  const request = await read(body);
  assert.deepEqual(request.assets, ["BSE:990001", "BSE:990002", "NSE:EXLOTUS"]);
  assert.deepEqual(runConfig(body, request).stocks, [
    { ticker: "990001", exchange: "BSE" },
    { ticker: "990002", exchange: "BSE" },
    { ticker: "EXLOTUS", exchange: "NSE" },
  ]);
});

Deno.test("the symbol and the code of a Bombay share are the same asset", async () => {
  assert.deepEqual(await refused(stocks("BSE:EXLOTUS", "BSE:990001")), [
    '/stocks/1/ticker: Cannot take "BSE:990001" twice',
  ]);
});

Deno.test("a symbol that was renamed is refused with the new symbol", async () => {
  assert.deepEqual(await refused(stocks("NSE:EXOLD")), [
    '/stocks/0/ticker: Cannot find ticker "EXOLD" on NSE: its symbol is now "EXNEEM"',
  ]);
});

Deno.test("a delisted stock is accepted if a list once had it or a source has its history", async () => {
  assert.deepEqual((await read(stocks("NSE:EXGONE", "NSE:EXDELIST"))).assets, ["NSE:EXGONE", "NSE:EXDELIST"]);
});

Deno.test("a ticker that is listed only on another exchange is refused with the name of that exchange", async () => {
  assert.deepEqual(await refused(stocks("NSE:EXBOMBAY")), [
    '/stocks/0/ticker: Cannot find ticker "EXBOMBAY" on NSE: it is listed on BSE',
  ]);
});

Deno.test("a ticker in lower case or with a data provider's suffix is refused with the listed ticker", async () => {
  assert.deepEqual(await refused(stocks("NSE:exlotus", "NSE:EXLOTUS.NS")), [
    '/stocks/0/ticker: Cannot find ticker "exlotus" on NSE, did you mean "EXLOTUS"?',
    '/stocks/1/ticker: Cannot find ticker "EXLOTUS.NS" on NSE, did you mean "EXLOTUS"?',
  ]);
});
