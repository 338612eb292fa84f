import { type AssetId, assetId, currencyOf, type Market } from "../domain/asset.ts";
import { BENCHMARK_IDS, type Listing } from "../market_data/provider.ts";
import { isObject } from "../faults/json_object.ts";
import type { ListedMarket } from "./listed_assets.ts";
import { type OptimizationRequest, parseRequest } from "./run_request.ts";

/** The request of a run that was accepted, from its config alone: its assets are taken as listed, whatever market data says now. */
export function keptRequest(config: unknown): OptimizationRequest {
  return parseRequest(config, { listed: listedIn(config) });
}

/** A market of the assets that a config names, its benchmark included; null where it lists none. */
function listedIn(config: unknown): ListedMarket | null {
  const market = marketOf(config);
  if (!isObject(config) || market === null) return null;
  const { benchmark } = config;
  const names = [...assetsIn(config), ...typeof benchmark === "string" ? [assetId(benchmark)] : []];
  return { listings: new Map(names.map((asset) => [asset, listingOf(asset, market)])), benchmarks: BENCHMARK_IDS };
}

function marketOf(config: unknown): Market | null {
  if (!isObject(config)) return null;
  if (Array.isArray(config.funds)) return "MF";
  if (!Array.isArray(config.stocks)) return null;
  return config.stocks.some((stock) => isObject(stock) && stock.exchange === "US") ? "US" : "IN";
}

function assetsIn({ stocks, funds }: Readonly<Record<string, unknown>>): readonly AssetId[] {
  return [
    ...listOf(stocks).map(({ ticker, exchange }) => assetId(`${exchange}:${ticker}`)),
    ...listOf(funds).map(({ scheme_code }) => assetId(`MF:${scheme_code}`)),
  ];
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function listingOf(asset: AssetId, market: Market): Listing {
  return {
    asset,
    name: asset,
    market,
    currency: currencyOf(market),
    exchange: null,
    symbol: asset.slice(asset.indexOf(":") + 1),
    isin: null,
    sector: null,
    fund: null,
  };
}
