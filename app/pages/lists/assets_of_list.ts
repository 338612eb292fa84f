import { type Market, MARKET_NAMES } from "../new/assets/listed_asset.ts";
import type { JsonObject } from "../new/json.ts";

/** The assets of a list that are of one market, as a request of a run names them. */
export interface MarketAssets {
  readonly market: Market;
  readonly ids: readonly string[];
  /** The assets as `stocks` or `funds` of a request list them. */
  readonly entries: readonly JsonObject[];
}

/**
 * Returns the assets of a list by their markets, those with the most assets first, because a run has assets of one
 * market. Names of own assets, which no catalogue has, are left out.
 */
export function marketsOfList(ids: readonly string[]): readonly MarketAssets[] {
  const found = ids.flatMap((id) => {
    const asset = assetOfId(id);
    return asset === null ? [] : [{ id, ...asset }];
  });
  const markets = [...Map.groupBy(found, ({ market }) => market)].map(([market, assets]) => ({
    market,
    ids: assets.map(({ id }) => id),
    entries: assets.map(({ entry }) => entry),
  }));
  return markets.sort((one, other) => other.ids.length - one.ids.length);
}

/** Returns the market of an asset by its id and how a request names it; null for the name of an own asset. */
function assetOfId(id: string): { readonly market: Market; readonly entry: JsonObject } | null {
  const [, exchange = "", code = ""] = /^([A-Z]+):(.+)$/s.exec(id) ?? [];
  if (exchange === "MF") {
    return /^\d+$/.test(code) ? { market: "MF", entry: { scheme_code: Number(code) } } : null;
  }
  if (exchange === "US") return { market: "US", entry: { ticker: code, exchange } };
  return exchange === "NSE" || exchange === "BSE" ? { market: "IN", entry: { ticker: code, exchange } } : null;
}

/** Returns what the assets of a market are called, in their number. */
export function countOfMarket({ market, ids }: Pick<MarketAssets, "market" | "ids">): string {
  const { one, many } = MARKET_NAMES[market];
  return `${ids.length} ${ids.length === 1 ? one : many}`;
}
