/**
 * Id of an asset, the key of every weight map: `NSE:RELIANCE`, `US:AAPL`, `MF:119551`, or the name that the caller gave
 * it.
 */
export type AssetId = string & { readonly __brand: "AssetId" };

/** Returns a text that the caller has validated, typed as the id of an asset. It checks nothing. */
export function assetId(id: string): AssetId {
  return id as AssetId;
}

export type Market = "IN" | "US" | "MF" | "CUSTOM";
export type Currency = "INR" | "USD";

/**
 * Returns the currency of a market: INR for Indian stocks and funds, USD for US stocks, null for the caller's own
 * prices.
 */
export function currencyOf(market: Market): Currency | null {
  if (market === "CUSTOM") return null;
  return market === "US" ? "USD" : "INR";
}
