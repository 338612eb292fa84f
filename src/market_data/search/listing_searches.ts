import type { Market } from "../../domain/asset.ts";
import type { CurrentLists } from "../current_lists.ts";
import { lineOf } from "../listing_line.ts";
import { ListingTable } from "../listing_table.ts";
import { type MarketReader, READER_HERE } from "../market_reader.ts";
import { packTexts, type PickedTexts, sharedNumbers } from "../packed_texts.ts";
import type { Listings } from "../provider.ts";
import { ListingSearch } from "./listing_search.ts";

/** Type of a search index together with the asset list that it was built from. */
interface SearchOfList<Search> {
  readonly items: Listings["items"];
  readonly search: Search;
}

export interface ListingSearchesOptions {
  /** Reader that builds large search indices, for example in a worker; the current thread builds them if absent. */
  readonly reader?: MarketReader;
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
  /** Called when a search index could not be built, once until a build succeeds. */
  readonly onFailure: (market: Market, error: unknown) => void;
}

/** Shortest time before a failed search index is built again, in milliseconds. */
const RETRY_MS = 60_000;

/**
 * Keeps one search index per market and rebuilds it when the market's list changes. Because a build takes a second, the
 * old index answers until the new one is complete.
 */
export class ListingSearches {
  readonly #lists: Pick<CurrentLists, "lastGood">;
  readonly #options: ListingSearchesOptions;
  readonly #made = new Map<Market, SearchOfList<ListingSearch>>();
  readonly #making = new Map<Market, SearchOfList<Promise<ListingSearch>>>();
  readonly #failed = new Map<Market, { readonly atMs: number; readonly search: Promise<never> }>();

  constructor(lists: Pick<CurrentLists, "lastGood">, options: ListingSearchesOptions) {
    this.#lists = lists;
    this.#options = options;
  }

  /**
   * Returns the object that searches the listings of a market; while the index of a new list is being built, the one of
   * the previous list. Throws `market_data_unavailable` where no usable list exists.
   */
  async of(market: Market): Promise<ListingSearch> {
    const listings = await this.#lists.lastGood(market);
    const next = this.#current(market, listings);
    return await (this.#made.get(market)?.search ?? next);
  }

  /** Builds the search index of a market's current list in advance, if there is none yet. */
  async prepare(market: Market): Promise<void> {
    await this.#current(market, await this.#lists.lastGood(market));
  }

  #current(market: Market, listings: Listings): Promise<ListingSearch> {
    const { items } = listings;
    const made = this.#made.get(market);
    if (made?.items === items) return Promise.resolve(made.search);
    const known = this.#making.get(market);
    if (known?.items === items) return known.search;
    const failed = this.#failed.get(market);
    if (failed !== undefined && Math.abs(this.#options.now() - failed.atMs) < RETRY_MS) return failed.search;
    const next = { items, search: this.#make(listings) };
    this.#making.set(market, next);
    next.search.then(
      (search) => this.#whole(market, { next, search }),
      (error) => this.#fail(market, { next, error }),
    );
    return next.search;
  }

  async #make({ items, asOf, fetchedAt }: Listings): Promise<ListingSearch> {
    const { reader = READER_HERE } = this.#options;
    const lines = linesOf(items);
    const index = await reader.run("search_index", { lines, day: asOf ?? fetchedAt });
    return new ListingSearch(lines, index);
  }

  #whole(
    market: Market,
    { next, search }: { readonly next: SearchOfList<Promise<ListingSearch>>; readonly search: ListingSearch },
  ): void {
    if (this.#making.get(market) !== next) return;
    this.#making.delete(market);
    this.#failed.delete(market);
    this.#made.set(market, { items: next.items, search });
  }

  #fail(
    market: Market,
    { next, error }: { readonly next: SearchOfList<Promise<ListingSearch>>; readonly error: unknown },
  ): void {
    if (this.#making.get(market) !== next) return;
    this.#making.delete(market);
    if (!this.#failed.has(market)) this.#options.onFailure(market, error);
    const search = Promise.reject(error);
    // Avoids an unhandled rejection: every later search still receives this error.
    search.catch(() => undefined);
    this.#failed.set(market, { atMs: this.#options.now(), search });
  }
}

function linesOf(items: Listings["items"]): PickedTexts {
  if (items instanceof ListingTable) return items.lines;
  return { lists: [packTexts(Array.from(items, lineOf))], picked: sharedNumbers([...Array(items.length).keys()]) };
}
