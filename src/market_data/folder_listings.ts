import { createHash } from "node:crypto";
import { type AssetId, assetId, type Market } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import type { Exchange } from "./exchange_prices.ts";
import { countOfTexts } from "./packed_texts.ts";
import { ListingTable } from "./listing_table.ts";
import type { Listing, Listings } from "./provider.ts";
import { readAmfiNavList } from "./readers/amfi_nav_list.ts";
import { readBseEquityList } from "./readers/bse_equity_list.ts";
import { FileCache } from "./readers/file_cache.ts";
import { readIndustryList } from "./readers/industry_list.ts";
import { type ListingFile, ListingFileError, NOT_TOLD } from "./readers/listing_file.ts";
import type { MarketFile, MarketFolder } from "./readers/market_folder.ts";
import { readNasdaqTraderList } from "./readers/nasdaq_trader_list.ts";
import { readNseEquityList } from "./readers/nse_equity_list.ts";
import { everyAnswer } from "../domain/every_answer.ts";

interface Layout {
  readonly name: RegExp;
  readonly market: Market;
  /** Exchange of which the file is the only list, under the published name `file`; absent for other files. */
  readonly only?: { readonly exchange: Exchange; readonly file: string };
  readonly read: (text: string) => Promise<ListingFile>;
}

/**
 * Known listing files: a pattern for the name that the publisher gives the file, the market, and the function that
 * reads it.
 */
const LAYOUTS: readonly Layout[] = [
  {
    name: /^EQUITY_L\.csv$/,
    market: "IN",
    only: { exchange: "NSE", file: "EQUITY_L.csv" },
    read: readNseEquityList,
  },
  { name: /^Equity\.csv$/, market: "IN", only: { exchange: "BSE", file: "Equity.csv" }, read: readBseEquityList },
  { name: /^NAVAll.*\.txt$/i, market: "MF", read: readAmfiNavList },
  { name: /^nasdaqlisted\.txt$/i, market: "US", read: readNasdaqTraderList },
  { name: /^otherlisted\.txt$/i, market: "US", read: readNasdaqTraderList },
];
const INDUSTRIES = /^ind_.*list\.csv$/i;
const FRESH_MS = 1_000;
/** Estimated memory of one listed asset with its texts, in bytes. */
const LISTING_BYTES = 200;
const CAPACITY_BYTES = 64 * 1024 * 1024;

/** Listed assets read from one listing file, with a digest that identifies its contents. */
interface ReadList extends ListingFile {
  readonly digest: string;
  /** When the listing file was last changed, ISO 8601 UTC. */
  readonly changedAt: string;
}

/** Symbol that has prices in the files of the market data folder, whether or not a listing file names it. */
export interface PricedSymbol {
  readonly exchange: Exchange | "MF";
  readonly symbol: string;
}

/**
 * Reads the listing files under `listings/` of a market data folder and adds the symbols that only have prices.
 * Together these are all the assets of the folder.
 */
export class FolderListings {
  readonly #folder: MarketFolder;
  readonly #files: FileCache<ReadList>;
  readonly #industries: FileCache<Industries>;
  readonly #known = new Map<Market, { readonly key: string; readonly listings: Listings }>();
  #found: { readonly at: number; readonly files: Promise<readonly MarketFile[]> } | null = null;

  constructor(folder: MarketFolder) {
    this.#folder = folder;
    this.#files = new FileCache((file) => this.#read(file), {
      sizeOf: ({ listings }) => countOfTexts(listings.lines) * LISTING_BYTES,
      capacityBytes: CAPACITY_BYTES,
    });
    this.#industries = new FileCache(async (file) => {
      const text = await folder.text(file);
      return await readable(file, () => Promise.resolve(industriesOf(text)));
    }, {
      sizeOf: ({ bySymbol }) => bySymbol.size * LISTING_BYTES,
      capacityBytes: CAPACITY_BYTES,
    });
  }

  /**
   * Returns the listings of a market: first those of its listing files, then the symbols that only have prices. Where
   * several files name an asset, the newest list wins, or the first by name. Returns the same object until something
   * changes.
   */
  async of(market: Market, priced: readonly PricedSymbol[], now: string): Promise<Listings> {
    const files = await this.#filesAt(now);
    const lists = files.filter((file) => layoutOf(file)?.market === market);
    const industries = market === "IN" ? files.filter(({ name }) => INDUSTRIES.test(name)) : [];
    const stamps = [...lists, ...industries].map(({ path, bytes, modifiedMs }) => [path, bytes, modifiedMs]);
    const key = JSON.stringify([stamps, priced.map(({ exchange, symbol }) => `${exchange}:${symbol}`)]);
    const known = this.#known.get(market);
    if (known?.key === key) return known.listings;
    const listings = await this.#merged(market, { lists, industries, priced, key, now });
    this.#known.set(market, { key, listings });
    return listings;
  }

  async #merged(
    market: Market,
    { lists, industries, priced, key, now }: {
      readonly lists: readonly MarketFile[];
      readonly industries: readonly MarketFile[];
      readonly priced: readonly PricedSymbol[];
      /** Text that identifies all the files from which the merged listings are made. */
      readonly key: string;
      readonly now: string;
    },
  ): Promise<Listings> {
    const sectors = await everyAnswer(industries.map((file) => this.#industries.get(file)));
    const read = await everyAnswer(lists.map((file) => this.#files.get(file)));
    const { merged, formerNames } = mergedLists(read);
    const unlisted = new Set<AssetId>();
    for (const { exchange, symbol } of priced) {
      const asset = assetId(`${exchange}:${symbol}`);
      if (merged.has(asset)) continue;
      merged.set(asset, unlistedOf(asset, market, { exchange, symbol }));
      unlisted.add(asset);
    }
    return {
      items: [...merged.values()].map((listing) => withSector(listing, sectors)),
      former: [],
      formerNames,
      unlisted,
      missingLists: missingLists(market, lists, priced),
      asOf: earliest(read.flatMap(({ asOf }) => asOf ?? [])),
      fetchedAt: now,
      agesFrom: earliest(read.map(({ asOf, changedAt }) => asOf === null ? changedAt : `${asOf}T23:59:59.999Z`)),
      source: "files",
      digest: sha256(read.length === 0 ? key : JSON.stringify([read.map(({ digest }) => digest), key])),
    };
  }

  async #read(file: MarketFile): Promise<ReadList> {
    const layout = layoutOf(file);
    if (layout === undefined) throw new RangeError(`Cannot find a layout for "${file.name}"`);
    const text = await this.#folder.text(file);
    const changedAt = new Date(file.modifiedMs).toISOString();
    return { ...await readable(file, () => layout.read(text)), digest: sha256(text), changedAt };
  }

  #filesAt(now: string): Promise<readonly MarketFile[]> {
    const at = Date.parse(now);
    if (this.#found !== null && Math.abs(at - this.#found.at) < FRESH_MS) return this.#found.files;
    const files = this.#folder.files("listings", 2);
    this.#found = { at, files };
    files.catch(() => this.#found = null);
    return files;
  }
}

function layoutOf({ name }: MarketFile): Layout | undefined {
  return LAYOUTS.find((layout) => layout.name.test(name));
}

/**
 * Sorts listing files newest first by the date that they state. Files with equal dates or none keep the order of their
 * names.
 */
function newestFirst(files: readonly ReadList[]): readonly ReadList[] {
  return [...files].sort((a, b) => (a.asOf ?? "") > (b.asOf ?? "") ? -1 : (a.asOf ?? "") < (b.asOf ?? "") ? 1 : 0);
}

/** Industries of an index list by symbol, and by ISIN for shares that have another symbol in the listing files. */
interface Industries {
  readonly bySymbol: ReadonlyMap<string, string>;
  readonly byIsin: ReadonlyMap<string, string>;
}

function industriesOf(text: string): Industries {
  return { bySymbol: readIndustryList(text), byIsin: readIndustryList(text, "isin") };
}

/**
 * Merges listing files: each asset as its newest list describes it, and the listings of older lists in which an asset
 * has another name.
 */
function mergedLists(
  files: readonly ReadList[],
): { readonly merged: Map<AssetId, Listing>; readonly formerNames: readonly Listing[] } {
  const merged = new Map<AssetId, Listing>();
  const formerNames: Listing[] = [];
  for (const file of newestFirst(files)) {
    for (const listing of ListingTable.of(file.listings)) {
      const newer = merged.get(listing.asset);
      if (newer === undefined) merged.set(listing.asset, listing);
      else if (newer.name !== listing.name) formerNames.push(listing);
    }
  }
  return { merged, formerNames };
}

/** Returns an NSE listing with the industry from the index lists, by its symbol or else its ISIN, as its sector. */
function withSector(listing: Listing, industries: readonly Industries[]): Listing {
  const { exchange, symbol, isin } = listing;
  if (listing.sector !== null || exchange !== "NSE") return listing;
  const sector = industries.findLast(({ bySymbol }) => bySymbol.has(symbol))?.bySymbol.get(symbol) ??
    (isin === null ? undefined : industries.findLast(({ byIsin }) => byIsin.has(isin))?.byIsin.get(isin));
  return sector === undefined ? listing : { ...listing, sector };
}

/**
 * Returns the names of the published files without which the listings of a market are not complete: in India the list
 * of the National Stock Exchange, and that of every exchange of which there are prices.
 */
function missingLists(
  market: Market,
  lists: readonly MarketFile[],
  priced: readonly PricedSymbol[],
): readonly string[] {
  const needed = new Set<string>(["NSE", ...priced.map(({ exchange }) => exchange)]);
  return LAYOUTS.flatMap((layout) => {
    if (layout.market !== market || layout.only === undefined || !needed.has(layout.only.exchange)) return [];
    return lists.some(({ name }) => layout.name.test(name)) ? [] : [layout.only.file];
  });
}

function unlistedOf(asset: AssetId, market: Market, { exchange, symbol }: PricedSymbol): Listing {
  return {
    asset,
    name: symbol,
    market,
    currency: market === "US" ? "USD" : "INR",
    exchange: exchange === "MF" ? null : exchange,
    symbol,
    ...NOT_TOLD,
  };
}

function earliest(times: readonly string[]): string | null {
  return times.length === 0 ? null : times.reduce((a, b) => b < a ? b : a);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function readable<Value>({ path }: MarketFile, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ListingFileError)) throw error;
    throw new DomainError("market_data_unavailable", `Cannot read "${path}" of the market data: ${error.message}`);
  }
}
