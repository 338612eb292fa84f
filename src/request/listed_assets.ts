import { type AssetId, assetId, type Market } from "../domain/asset.ts";
import type { FaultList } from "../faults/fault_list.ts";
import { assetsOf, formerNamed, listingNamed } from "../market_data/listing_named.ts";
import type {
  BenchmarkId,
  FetchContext,
  FormerListing,
  Listing,
  ListingRows,
  MarketDataProvider,
} from "../market_data/provider.ts";
import type { AssetFields } from "./parts/assets.ts";
import { entryAt } from "../domain/entry_at.ts";
import { everyAnswer } from "../domain/every_answer.ts";

/** Type of a lookup that finds the `stocks` and `funds` of a request in the listings of market data. */
export interface ListedMarket {
  /**
   * Returns the asset id for a name in a request. A share on the Bombay exchange that is named by its letters gets the
   * id with its number code.
   */
  assetOf(name: AssetId): AssetId;
  /**
   * Returns the market of an asset that is listed, or was listed and still has a price history. Returns null for any
   * other asset and for one that is listed under a new name.
   */
  marketOf(asset: string): Market | null;
  /**
   * Returns a hint at which asset the caller may mean by a name that is not listed, as the end of a sentence that
   * begins with "Cannot find". Returns null without one.
   */
  hintOf(asset: AssetId): string | null;
  /**
   * Returns all listed assets on the exchanges of those names in the request that are not listed, so that a similar
   * name can be suggested.
   */
  assets(): Iterable<string>;
  /** Ids of the benchmark indices that the market data provider has. */
  readonly benchmarks: readonly BenchmarkId[];
}

/** Type of the assets that a request takes from market data, all of one market and each once. */
export interface ListedAssets {
  readonly market: ListedMarketId;
  readonly assets: readonly AssetId[];
}

export type ListedMarketId = Exclude<Market, "CUSTOM">;
type Listed = Pick<AssetFields, "stocks" | "funds">;

/** Type of the part of the market's listings that a request needs. It is plain data that can be sent to a worker. */
export interface Listings {
  readonly listings: readonly NamedListing[];
  /**
   * All listed assets on the exchanges of those names in the request that are not listed and may be misspelt. Empty if
   * every name is known.
   */
  readonly assets: readonly AssetId[];
  /**
   * Assets that the request names and that are no longer listed. A run can still use one that has a price history,
   * unless it has a new name.
   */
  readonly former: readonly Pick<FormerListing, "asset" | "market" | "renamedTo">[];
  readonly benchmarks: readonly BenchmarkId[];
}

/** Type of a listed asset, with the name under which a request asked for it. */
interface NamedListing extends Pick<Listing, "asset" | "market"> {
  readonly name: string;
}

/** Type of the markets, assets and benchmark that a request names. */
export interface NamedAssets {
  readonly markets: readonly ListedMarketId[];
  readonly named: readonly AssetId[];
  /**
   * Benchmark that the request gives by name: an index or an asset. Null without one, and for a benchmark of weights or
   * prices.
   */
  readonly benchmark: string | null;
}

/**
 * Pattern of a valid asset id, with its exchange and symbol. Market data is asked for the price history of an unlisted
 * name only if it matches, because a source of price charts would also answer for a symbol in lower case, such as
 * `reliance`.
 */
const SYMBOL = /^(NSE:[A-Z0-9&*-]{1,20}|BSE:\d{6}|US:[A-Z][A-Z0-9.$]{0,13}|MF:\d{1,8})$/;
/**
 * Largest number of unlisted asset names in a request for which the provider is asked whether it has a price history.
 */
const MOST_LOOKED_FOR = 5;

/**
 * Returns the listings of the assets that a request names, including assets that are no longer listed but have a
 * history. Reports no faults; `readListedAssets` does.
 */
export async function listingsOf(
  { markets, named, benchmark }: NamedAssets,
  provider: MarketDataProvider,
  context: FetchContext,
): Promise<Listings> {
  const lists = await everyAnswer(markets.map(async (market) => await provider.listings?.(market, context)));
  const found = lists.filter((list) => list !== undefined);
  const listings = namedListings(found.map(({ items }) => items), [
    ...named.flatMap(namesOf),
    ...benchmark === null ? [] : [benchmark],
  ]);
  const known = new Set(listings.map(({ name }) => name));
  const former = found.flatMap((list) => named.flatMap((asset) => formerNamed(list.former, asset) ?? []));
  const gone = new Set(former.map(({ asset }) => asset));
  const unknown = named.filter((asset) => !known.has(asset) && !gone.has(asset));
  const looked = await everyAnswer(
    unknown.filter((asset) => SYMBOL.test(asset)).slice(0, MOST_LOOKED_FOR).map(async (asset) => ({
      asset,
      market: marketOf(asset),
      renamedTo: null,
      isThere: await provider.hasHistory?.(asset, context) ?? false,
    })),
  );
  return {
    listings,
    assets: assetsBeside(unknown, found.map(({ items }) => items)),
    former: [...former, ...looked.filter(({ isThere }) => isThere)].map(({ asset, market, renamedTo }) => ({
      asset,
      market,
      renamedTo,
    })),
    benchmarks: await provider.benchmarks?.(context) ?? [],
  };
}

/**
 * Returns the ids under which an asset may be listed: its own, its own without a suffix of price charts (`.NS`), and
 * the id on the other Indian exchange.
 */
function namesOf(asset: AssetId): readonly string[] {
  const other = OTHER_EXCHANGES[exchangeOf(asset)];
  const bare = asset.replace(SUFFIX, "");
  return [asset, ...bare === asset ? [] : [bare], ...other === undefined ? [] : [`${other}:${symbolOf(asset)}`]];
}

function namedListings(rows: readonly ListingRows<Listing>[], names: readonly string[]): readonly NamedListing[] {
  return [...new Set(names)].flatMap((name) => {
    for (const listings of rows) {
      const found = listingNamed(listings, name);
      if (found !== undefined) return [{ name, asset: found.asset, market: found.market }];
    }
    return [];
  });
}

/** Returns all listed assets on the exchanges of the given names. */
function assetsBeside(names: readonly AssetId[], rows: readonly ListingRows<Listing>[]): readonly AssetId[] {
  if (names.length === 0) return [];
  const exchanges = new Set(names.map(exchangeOf));
  return rows.flatMap((listings) => [...assetsOf(listings)].filter((asset) => exchanges.has(exchangeOf(asset))));
}

/** Returns the lookup that finds asset ids, markets and hints in the given listings of market data. */
export function listedMarket({ listings, assets, former, benchmarks }: Listings): ListedMarket {
  // A share named by its letters is later looked up under its number code, so the lookup contains both names.
  const known = new Map<string, Pick<Listing, "asset" | "market">>([
    ...listings.map((listing) => [listing.asset, listing] as const),
    ...listings.map((listing) => [listing.name, listing] as const),
  ]);
  const gone = new Map<string, Listings["former"][number]>(former.map((listing) => [listing.asset, listing]));
  return {
    assetOf: (name) => known.get(name)?.asset ?? name,
    marketOf(asset) {
      const left = gone.get(asset);
      return known.get(asset)?.market ??
        (left === undefined || left.renamedTo !== null ? null : left.market);
    },
    hintOf(asset) {
      const renamed = gone.get(asset)?.renamedTo ?? null;
      if (renamed !== null) return `: its symbol is now "${symbolOf(renamed)}"`;
      const bare = asset.replace(SUFFIX, "");
      if (bare !== asset && known.has(bare)) return `, did you mean "${bare.slice(bare.indexOf(":") + 1)}"?`;
      const other = OTHER_EXCHANGES[exchangeOf(asset)];
      return other !== undefined && known.has(`${other}:${symbolOf(asset)}`) ? `: it is listed on ${other}` : null;
    },
    assets: () => assets,
    benchmarks,
  };
}

/** Matches the suffix (`.NS`, `.BO`) that price charts put behind Indian symbols. */
const SUFFIX = /\.(NS|BO)$/i;

/** For each of the two Indian exchanges, the other one, where a share may be listed under the same letters. */
const OTHER_EXCHANGES: Readonly<Record<string, string>> = { NSE: "BSE", BSE: "NSE" };

/** Returns the markets of the stocks and funds that a request body names, each once. */
export function marketsIn({ stocks = [], funds }: Listed): readonly ListedMarketId[] {
  const markets = new Set<ListedMarketId>(stocks.map(({ exchange }) => marketOfExchange(exchange)));
  if (funds !== undefined) markets.add("MF");
  return [...markets];
}

/** Returns the ids of the stocks and funds that a request body names, with their names unchanged. */
export function assetsIn({ stocks = [], funds = [] }: Listed): readonly AssetId[] {
  return [
    ...stocks.map(({ ticker, exchange }) => assetId(`${exchange}:${ticker}`)),
    ...funds.map(({ scheme_code }) => assetId(`MF:${scheme_code}`)),
  ];
}

/**
 * Returns the listed assets that the fields `stocks` and `funds` of a request name, or null if neither is present.
 * Reports assets that are unknown, repeated or of different markets, each at its pointer.
 */
export function readListedAssets(
  { stocks, funds }: Listed,
  market: ListedMarket | null,
  faults: FaultList,
): ListedAssets | null {
  if (stocks !== undefined) {
    const place = (i: number): string => `/stocks/${i}/ticker`;
    const assets = assetsIn({ stocks }).map((name) => market?.assetOf(name) ?? name);
    refuseMixing(stocks, faults);
    checkListed(assets, { market, place, what: "ticker" }, faults);
    return { market: marketOfExchange(entryAt(stocks, 0).exchange), assets };
  }
  if (funds === undefined) return null;
  const place = (i: number): string => `/funds/${i}/scheme_code`;
  const assets = assetsIn({ funds });
  checkListed(assets, { market, place, what: "scheme code" }, faults);
  return { market: "MF", assets };
}

type Exchange = NonNullable<Listed["stocks"]>[number]["exchange"];

function marketOfExchange(exchange: Exchange): "IN" | "US" {
  return exchange === "US" ? "US" : "IN";
}

/** Returns the market to which an asset belongs, by the exchange at the start of its id. */
export function marketOf(asset: AssetId): ListedMarketId {
  return asset.startsWith("MF:") ? "MF" : asset.startsWith("US:") ? "US" : "IN";
}

function exchangeOf(asset: AssetId): string {
  return asset.slice(0, asset.indexOf(":"));
}

function symbolOf(asset: AssetId): string {
  return asset.slice(asset.indexOf(":") + 1);
}

function refuseMixing(stocks: NonNullable<Listed["stocks"]>, faults: FaultList): void {
  const first = entryAt(stocks, 0).exchange;
  stocks.forEach(({ exchange }, i) => {
    if (marketOfExchange(exchange) === marketOfExchange(first)) return;
    faults.add(
      `/stocks/${i}/exchange`,
      `Cannot mix ${exchange} with ${first}: Indian and US stocks need separate runs`,
    );
  });
}

interface Lookup {
  readonly market: ListedMarket | null;
  readonly place: (i: number) => string;
  readonly what: string;
}

/** Reports assets of a request that are not listed or are repeated, each at its place in the request. */
export function checkListed(
  assets: readonly AssetId[],
  { market, place, what }: Lookup,
  faults: FaultList,
): void {
  const seen = new Set<AssetId>();
  assets.forEach((asset, i) => {
    const [exchange, symbol] = [exchangeOf(asset), symbolOf(asset)];
    if (seen.has(asset)) faults.add(place(i), `Cannot take "${asset}" twice`);
    else if (market === null || market.marketOf(asset) === null) {
      const on = exchange === "MF" ? "" : ` on ${exchange}`;
      const known = (): readonly string[] => market === null ? [] : symbolsOf(market, exchange);
      const hint = market?.hintOf(asset) ?? null;
      faults.add(place(i), (suggest) => `Cannot find ${what} "${symbol}"${on}${hint ?? suggest(symbol, known)}`);
    }
    seen.add(asset);
  });
}

function symbolsOf({ assets }: ListedMarket, exchange: string): readonly string[] {
  const prefix = `${exchange}:`;
  return [...assets()].filter((asset) => asset.startsWith(prefix)).map((asset) => asset.slice(prefix.length));
}
