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
import { everyAnswer } from "../domain/every_answer.ts";

/** What the `stocks` and `funds` of a request are looked up in. */
export interface ListedMarket {
  /** The asset that goes by a name: a share of the Bombay exchange by its letters is the one of its code. */
  assetOf(name: AssetId): AssetId;
  /** Null where nobody lists the asset, and where it goes by another name by now. */
  marketOf(asset: string): Market | null;
  /** What may be meant by an asset that is not listed, as an end of "Cannot find it"; null where nobody knows. */
  hintOf(asset: AssetId): string | null;
  /** All that are listed on the exchanges of names that nobody knows. */
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

/** What market data lists of what a request names, as plain data. */
export interface Listings {
  readonly listings: readonly NamedListing[];
  /**
   * All that are listed on the exchanges of names that nobody knows, for they may be misspelt; none where all are
   * known.
   */
  readonly assets: readonly AssetId[];
  /** Those named that are listed no more; with a history they can be run on, unless they go by another name. */
  readonly former: readonly Pick<FormerListing, "asset" | "market" | "renamedTo">[];
  readonly benchmarks: readonly BenchmarkId[];
}

/** A listing by a name that it was looked for under. */
interface NamedListing extends Pick<Listing, "asset" | "market"> {
  readonly name: string;
}

/** What a request names. */
export interface NamedAssets {
  readonly markets: readonly ListedMarketId[];
  readonly named: readonly AssetId[];
  /** An index, or another asset of a market. */
  readonly benchmark: string | null;
}

/** What may be a symbol of an exchange: charts are not so strict, and would answer for `reliance` too. */
const SYMBOL = /^(NSE:[A-Z0-9&*-]{1,20}|BSE:\d{6}|US:[A-Z][A-Z0-9.$]{0,13}|MF:\d{1,8})$/;
/** As many names that no list has are looked for in histories. */
const MOST_LOOKED_FOR = 5;

/**
 * The listings of what a request names, with those that are listed no more but have a history. Nothing is told of
 * faults: `readListedAssets` does.
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

/** Under which a listing may be meant by a name. */
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

/** What is listed on the exchanges of some names. */
function assetsBeside(names: readonly AssetId[], rows: readonly ListingRows<Listing>[]): readonly AssetId[] {
  if (names.length === 0) return [];
  const exchanges = new Set(names.map(exchangeOf));
  return rows.flatMap((listings) => [...assetsOf(listings)].filter((asset) => exchanges.has(exchangeOf(asset))));
}

/** Where names are looked up in listings. */
export function listedMarket({ listings, assets, former, benchmarks }: Listings): ListedMarket {
  // A share that was named by its letters goes on under its code.
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
      if (renamed !== null) return `: it goes by "${symbolOf(renamed)}" now`;
      const bare = asset.replace(SUFFIX, "");
      if (bare !== asset && known.has(bare)) return `, did you mean "${bare.slice(bare.indexOf(":") + 1)}"?`;
      const other = OTHER_EXCHANGES[exchangeOf(asset)];
      return other !== undefined && known.has(`${other}:${symbolOf(asset)}`) ? `: it is listed on ${other}` : null;
    },
    assets: () => assets,
    benchmarks,
  };
}

/** Of symbols as charts have them. */
const SUFFIX = /\.(NS|BO)$/i;

/** A share may be known under the same letters on the other exchange of the country. */
const OTHER_EXCHANGES: Readonly<Record<string, string>> = { NSE: "BSE", BSE: "NSE" };

/** The markets that a body names, each once. */
export function marketsIn({ stocks = [], funds }: Listed): readonly ListedMarketId[] {
  const markets = new Set<ListedMarketId>(stocks.map(({ exchange }) => marketOfExchange(exchange)));
  if (funds !== undefined) markets.add("MF");
  return [...markets];
}

/** The assets that a body names, as it names them. */
export function assetsIn({ stocks = [], funds = [] }: Listed): readonly AssetId[] {
  return [
    ...stocks.map(({ ticker, exchange }) => assetId(`${exchange}:${ticker}`)),
    ...funds.map(({ scheme_code }) => assetId(`MF:${scheme_code}`)),
  ];
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
    const assets = assetsIn({ stocks }).map((name) => market?.assetOf(name) ?? name);
    refuseMixing(stocks, faults);
    checkListed(assets, { market, place, what: "ticker" }, faults);
    return { market: marketOfExchange(stocks[0].exchange), assets };
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

/** The market of the exchange that an id begins with. */
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
  const first = stocks[0].exchange;
  stocks.forEach(({ exchange }, i) => {
    if (marketOfExchange(exchange) === marketOfExchange(first)) return;
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

/** Tells which assets no list has, or are there twice, each at its place. */
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
