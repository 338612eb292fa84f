import { DAY_MS } from "../../domain/instant.ts";
import type { Listing, Listings } from "../provider.ts";
import { type SearchEntry, SearchIndex } from "./search_index.ts";

/** A fund without a value for longer is no more. */
const LIVING_DAYS = 30;

const indices = new WeakMap<readonly Listing[], Promise<SearchIndex<Listing>>>();

/** What the listings of a market are searched by; made once a list, as a provider answers the same while it can. */
export function listingSearch(listings: Listings): Promise<SearchIndex<Listing>> {
  const known = indices.get(listings.items);
  if (known !== undefined) return known;
  const made = SearchIndex.of(entriesOf(listings), listings.items[0]?.fund ? "name" : "symbol");
  indices.set(listings.items, made);
  made.catch(() => indices.delete(listings.items));
  return made;
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
