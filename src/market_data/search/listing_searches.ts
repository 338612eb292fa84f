import type { Market } from "../../domain/asset.ts";
import type { CurrentLists } from "../current_lists.ts";
import { lineOf } from "../listing_line.ts";
import { ListingTable } from "../listing_table.ts";
import { type MarketReader, READER_HERE } from "../market_reader.ts";
import { packTexts, type PickedTexts, sharedNumbers } from "../packed_texts.ts";
import type { Listings } from "../provider.ts";
import { ListingSearch } from "./listing_search.ts";

/** What a search is of, and the search itself. */
interface SearchOfList<Search> {
  readonly items: Listings["items"];
  readonly search: Search;
}

export interface ListingSearchesOptions {
  /** Makes indices; this thread if absent. */
  readonly reader?: MarketReader;
  /** Milliseconds since 1970. */
  now(): number;
  /** Hears of an index that could not be made, once while it stays so. */
  readonly onFailure: (market: Market, error: unknown) => void;
}

/** An index that could not be made is not tried again before. */
const RETRY_MS = 60_000;

/**
 * What markets are searched by. An index is made once a list, as a provider answers the same list while it can; the
 * last one answers until the next is whole, for it takes a second.
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

  /** The search of a market. Throws `market_data_unavailable` where there is no list to go by. */
  async of(market: Market): Promise<ListingSearch> {
    const listings = await this.#lists.lastGood(market);
    const next = this.#current(market, listings);
    return await (this.#made.get(market)?.search ?? next);
  }

  /** Makes the index of a market's list, where there is none yet, before anybody searches. */
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
    // Whoever searches hears of it.
    search.catch(() => undefined);
    this.#failed.set(market, { atMs: this.#options.now(), search });
  }
}

function linesOf(items: Listings["items"]): PickedTexts {
  if (items instanceof ListingTable) return items.lines;
  return { lists: [packTexts(Array.from(items, lineOf))], picked: sharedNumbers([...Array(items.length).keys()]) };
}
