import type { components } from "../../../../clients/typescript/mod.ts";
import { isList, isObject, type Json, type JsonObject } from "../json.ts";

type All = components["schemas"];

/** Markets whose assets a run can name. The assets of a run are all of one of them. */
export type Market = "IN" | "MF" | "US";

/** What one asset and several assets of each market are called. */
export const MARKET_NAMES: Readonly<Record<Market, { readonly one: string; readonly many: string }>> = {
  IN: { one: "Indian share", many: "Indian shares" },
  MF: { one: "Indian fund", many: "Indian funds" },
  US: { one: "US share or ETF", many: "US shares and ETFs" },
};

/** The markets in the order in which they are offered, with their titles. */
export const MARKETS: readonly { readonly key: Market; readonly title: string }[] = (["IN", "MF", "US"] as const)
  .map((key) => ({ key, title: MARKET_NAMES[key].many }));

/** An asset of a catalogue: how it is shown, and how a request names it. */
export interface ListedAsset {
  readonly id: string;
  readonly market: Market;
  readonly name: string;
  /** Sector of a share, category of a fund; null where it is not known. */
  readonly sector: string | null;
  /** Other texts by which a person may name it: its ISIN and its code. */
  readonly aliases: readonly string[];
  /** The asset as `stocks` or `funds` of a request list it. */
  readonly entry: JsonObject;
}

/** Returns a share of an Indian exchange as a person finds it. */
export function indianShare({ symbol, security_id, exchange, name, sector, isin }: All["Ticker"]): ListedAsset {
  return {
    id: `${exchange}:${symbol}`,
    market: "IN",
    name,
    sector,
    aliases: [security_id, isin].filter((alias) => alias !== null),
    entry: { ticker: symbol, exchange },
  };
}

/** Returns an Indian mutual fund as a person finds it. */
export function fund({ scheme_code, name, category, isin }: All["MutualFund"]): ListedAsset {
  return {
    id: `MF:${scheme_code}`,
    market: "MF",
    name,
    sector: category,
    aliases: isin === null ? [] : [isin],
    entry: { scheme_code },
  };
}

/** Returns a share of the United States as a person finds it. */
export function americanShare({ symbol, name, is_etf }: All["UsStock"]): ListedAsset {
  return {
    id: `US:${symbol}`,
    market: "US",
    name,
    sector: is_etf ? "ETF" : null,
    aliases: [],
    entry: { ticker: symbol, exchange: "US" },
  };
}

/** Returns the symbol or the code of an asset without its exchange. */
export function symbolOf({ id }: Pick<ListedAsset, "id">): string {
  return id.slice(id.indexOf(":") + 1);
}

/** Returns the ids of the assets that a list of a request, `stocks` or `funds`, names. */
export function idsOf(list: Json | undefined): readonly string[] {
  if (!isList(list)) return [];
  return list.filter(isObject).map(({ ticker, exchange, scheme_code }) =>
    scheme_code === undefined ? `${exchange}:${ticker}` : `MF:${scheme_code}`
  );
}

/** Returns the field of a request that lists the assets of a market. */
export function listOfMarket(market: Market): "stocks" | "funds" {
  return market === "MF" ? "funds" : "stocks";
}

/** Returns the market of the assets that a request lists; null where it lists none. */
export function marketOf({ stocks, funds }: JsonObject): Market | null {
  if (isList(funds) && funds.length > 0) return "MF";
  const [first] = isList(stocks) ? stocks : [];
  if (!isObject(first)) return null;
  return first.exchange === "US" ? "US" : "IN";
}
