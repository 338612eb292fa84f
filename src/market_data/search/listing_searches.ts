import type { Market } from "../../domain/asset.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { CurrentLists } from "../current_lists.ts";
import type { Listing, Listings } from "../provider.ts";
import { type SearchEntry, SearchIndex } from "./search_index.ts";

/** A fund without a value for longer is no more. */
const LIVING_DAYS = 30;

/** An index, and what it is of. */
interface IndexOfList<Index> {
  readonly items: readonly Listing[];
  readonly index: Index;
}

/**
 * What markets are searched by. An index is made once a list, as a provider answers the same list while it can; the
 * last one answers until the next is whole, for it takes a second.
 */
export class ListingSearches {
  readonly #lists: Pick<CurrentLists, "lastGood">;
  readonly #made = new Map<Market, IndexOfList<SearchIndex<Listing>>>();
  readonly #making = new Map<Market, IndexOfList<Promise<SearchIndex<Listing>>>>();

  constructor(lists: Pick<CurrentLists, "lastGood">) {
    this.#lists = lists;
  }

  /** The index of a market. Throws `market_data_unavailable` where there is no list to go by. */
  async of(market: Market): Promise<SearchIndex<Listing>> {
    const listings = await this.#lists.lastGood(market);
    const next = this.#current(market, listings);
    return await (this.#made.get(market)?.index ?? next);
  }

  /** Makes the index of a market's list, where there is none yet, before anybody searches. */
  async prepare(market: Market): Promise<void> {
    await this.#current(market, await this.#lists.lastGood(market));
  }

  #current(market: Market, listings: Listings): Promise<SearchIndex<Listing>> {
    const { items } = listings;
    const made = this.#made.get(market);
    if (made?.items === items) return Promise.resolve(made.index);
    const known = this.#making.get(market);
    if (known?.items === items) return known.index;
    const next = { items, index: SearchIndex.of(entriesOf(listings), items[0]?.fund ? "name" : "symbol") };
    this.#making.set(market, next);
    const isLatest = (): boolean => this.#making.get(market) === next && this.#making.delete(market);
    next.index.then((index) => isLatest() && this.#made.set(market, { items, index }), isLatest);
    return next.index;
  }
}

function* entriesOf({ items, asOf, fetchedAt }: Listings): Generator<SearchEntry<Listing>> {
  const day = Date.parse(asOf ?? fetchedAt);
  const since = new Date(day - LIVING_DAYS * DAY_MS).toISOString().slice(0, 10);
  for (const item of items) {
    const { symbol, isin, securityId, name, fund } = item;
    const navDate = fund?.navDate ?? null;
    const identifiers = [symbol, isin, securityId].filter((identifier) => identifier !== null);
    yield { item, identifiers, name, isDead: fund !== null && (navDate === null || navDate < since) };
  }
}
