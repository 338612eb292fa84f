import { type AssetId, assetId, type Market } from "../domain/asset.ts";
import type { FaultList } from "../faults/fault_list.ts";
import type { BenchmarkId, FetchContext, Listing, MarketDataProvider } from "../market_data/provider.ts";
import type { AssetFields } from "./parts/assets.ts";
import { everyAnswer } from "../domain/every_answer.ts";

/** What the `stocks` and `funds` of a request are looked up in. */
export interface ListedMarket {
  /** Null where nobody lists the asset. */
  marketOf(asset: string): Market | null;
  /** All that are listed, of every market that the request names. */
  assets(): Iterable<string>;
  /** The indices that the provider has. */
  readonly benchmarks: readonly BenchmarkId[];
}

/** The assets that a request takes from market data: of one market, each once. */
export interface ListedAssets {
  readonly market: ListedMarketId;
  readonly assets: readonly AssetId[];
}

export type ListedMarketId = Exclude<Market, "CUSTOM">;
type Listed = Pick<AssetFields, "stocks" | "funds">;

/** What market data lists in markets, as plain data. */
export interface Listings {
  readonly listings: readonly Pick<Listing, "asset" | "market">[];
  readonly benchmarks: readonly BenchmarkId[];
}

/** The listings of markets. Nothing is told of faults: `readListedAssets` does. */
export async function listingsOf(
  markets: readonly ListedMarketId[],
  provider: MarketDataProvider,
  context: FetchContext,
): Promise<Listings> {
  const lists = await everyAnswer(
    markets.map(async (market) => (await provider.listings?.(market, context))?.items ?? []),
  );
  return {
    listings: lists.length === 1 ? lists[0] : lists.flat(),
    benchmarks: await provider.benchmarks?.(context) ?? [],
  };
}

/** Where names are looked up in listings. */
export function listedMarket({ listings, benchmarks }: Listings): ListedMarket {
  const known = listingsByAsset(listings);
  return { marketOf: (asset) => known.get(asset)?.market ?? null, assets: () => known.keys(), benchmarks };
}

/** The markets that a body names, each once. */
export function marketsIn({ stocks = [], funds }: Listed): readonly ListedMarketId[] {
  const markets = new Set<ListedMarketId>(stocks.map(({ exchange }) => marketOf(exchange)));
  if (funds !== undefined) markets.add("MF");
  return [...markets];
}

/**
 * The assets that `stocks` or `funds` name; null without either. What is unknown, named twice or of two markets is told
 * at its pointer.
 */
export function readListedAssets(
  { stocks, funds }: Listed,
  market: ListedMarket | null,
  faults: FaultList,
): ListedAssets | null {
  if (stocks !== undefined) {
    const place = (i: number): string => `/stocks/${i}/ticker`;
    const assets = stocks.map(({ ticker, exchange }) => assetId(`${exchange}:${ticker}`));
    refuseMixing(stocks, faults);
    checkListed(assets, { market, place, what: "ticker" }, faults);
    return { market: marketOf(stocks[0].exchange), assets };
  }
  if (funds === undefined) return null;
  const place = (i: number): string => `/funds/${i}/scheme_code`;
  const assets = funds.map(({ scheme_code }) => assetId(`MF:${scheme_code}`));
  checkListed(assets, { market, place, what: "scheme code" }, faults);
  return { market: "MF", assets };
}

type Exchange = NonNullable<Listed["stocks"]>[number]["exchange"];

function marketOf(exchange: Exchange): "IN" | "US" {
  return exchange === "US" ? "US" : "IN";
}

function refuseMixing(stocks: NonNullable<Listed["stocks"]>, faults: FaultList): void {
  const first = stocks[0].exchange;
  stocks.forEach(({ exchange }, i) => {
    if (marketOf(exchange) === marketOf(first)) return;
    faults.add(
      `/stocks/${i}/exchange`,
      `Cannot mix ${exchange} with ${first}: Indian and US stocks need runs of their own`,
    );
  });
}

interface Lookup {
  readonly market: ListedMarket | null;
  readonly place: (i: number) => string;
  readonly what: string;
}

function checkListed(assets: readonly AssetId[], { market, place, what }: Lookup, faults: FaultList): void {
  const seen = new Set<AssetId>();
  assets.forEach((asset, i) => {
    const [exchange, symbol] = [asset.slice(0, asset.indexOf(":")), asset.slice(asset.indexOf(":") + 1)];
    if (seen.has(asset)) faults.add(place(i), `Cannot take "${asset}" twice`);
    else if (market === null || market.marketOf(asset) === null) {
      const on = exchange === "MF" ? "" : ` on ${exchange}`;
      const known = (): readonly string[] => market === null ? [] : symbolsOf(market, exchange);
      faults.add(place(i), (suggest) => `Cannot find ${what} "${symbol}"${on}${suggest(symbol, known)}`);
    }
    seen.add(asset);
  });
}

function symbolsOf({ assets }: ListedMarket, exchange: string): readonly string[] {
  const prefix = `${exchange}:`;
  return [...assets()].filter((asset) => asset.startsWith(prefix)).map((asset) => asset.slice(prefix.length));
}

type ListingsByAsset = ReadonlyMap<string, Listings["listings"][number]>;

const byAsset = new WeakMap<Listings["listings"], ListingsByAsset>();

/** Made once a list: a provider answers the same one while nothing has changed. */
function listingsByAsset(listings: Listings["listings"]): ListingsByAsset {
  const known = byAsset.get(listings);
  if (known !== undefined) return known;
  const made = new Map(listings.map((listing) => [listing.asset, listing]));
  byAsset.set(listings, made);
  return made;
}
