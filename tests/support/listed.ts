import { assetId } from "../../src/domain/asset.ts";
import type { Listing } from "../../src/market_data/provider.ts";

const UNTOLD = { sector: null, series: null, listedOn: null, faceValue: null, isEtf: null, currency: "INR" } as const;

/**
 * Test helper. Returns the listing of a share on an Indian exchange. Unless `told` gives other values, its name is its
 * symbol, its currency is INR, and its other details are null.
 */
export function listedShare(exchange: "NSE" | "BSE", symbol: string, told: Partial<Listing> = {}): Listing {
  const asset = assetId(`${exchange}:${symbol}`);
  const rest = { ...UNTOLD, isin: null, securityId: null, fund: null, name: symbol };
  return { asset, market: "IN", exchange, symbol, ...rest, ...told };
}

/**
 * Test helper. Returns the listing of a mutual fund scheme. Its plan (direct or regular) and its option (growth or
 * dividend) follow from words of the name.
 */
export function listedFund(
  code: number,
  name: string,
  told: { amc?: string; isin?: string; navDate?: string } = {},
): Listing {
  const { amc = "Example Mutual Fund", isin = null, navDate = null } = told;
  const plan = /direct/i.test(name) ? "direct" : "regular";
  const option = /idcw|dividend/i.test(name) ? "dividend" : "growth";
  const nav = navDate === null ? null : 10;
  return {
    asset: assetId(`MF:${code}`),
    market: "MF",
    exchange: null,
    symbol: String(code),
    name,
    ...UNTOLD,
    isin,
    securityId: null,
    fund: { amc, assetClass: "equity", category: "Flexi Cap", plan, option, nav, navDate },
  };
}
