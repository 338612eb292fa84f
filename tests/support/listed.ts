import { assetId } from "../../src/domain/asset.ts";
import type { Listing } from "../../src/market_data/provider.ts";

const UNTOLD = { sector: null, series: null, listedOn: null, faceValue: null, isEtf: null, currency: "INR" } as const;

/** A share of an exchange of India, about which a list tells no more than that. */
export function listedShare(exchange: "NSE" | "BSE", symbol: string, told: Partial<Listing> = {}): Listing {
  const asset = assetId(`${exchange}:${symbol}`);
  const rest = { ...UNTOLD, isin: null, securityId: null, fund: null, name: symbol };
  return { asset, market: "IN", exchange, symbol, ...rest, ...told };
}

/** A scheme of mutual funds, of the plan and the option that its name tells. */
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
