import type { AssetId } from "../domain/asset.ts";
import { ListingTable } from "./listing_table.ts";
import type { FormerListing, Listing, ListingRows } from "./provider.ts";

const byId = new WeakMap<ListingRows<Listing>, ReadonlyMap<string, Listing>>();

/**
 * Returns the listing with an asset id, or undefined. A Bombay exchange share is also found by the letters of its
 * security id. Rows that are not a table are indexed once, because a provider returns the same rows until its list
 * changes.
 */
export function listingNamed(rows: ListingRows<Listing>, id: string): Listing | undefined {
  if (rows instanceof ListingTable) return rows.named(id);
  const known = byId.get(rows);
  if (known !== undefined) return known.get(id);
  const made = new Map<string, Listing>();
  for (const row of rows) if (row.securityId !== null) made.set(`BSE:${row.securityId}`, row);
  for (const row of rows) made.set(row.asset, row);
  byId.set(rows, made);
  return made.get(id);
}

/** Returns the former listing (no longer listed) that had an asset id; undefined where there is none. */
export function formerNamed(rows: ListingRows<FormerListing>, id: AssetId): FormerListing | undefined {
  if (rows instanceof ListingTable) return rows.named(id);
  return [...rows].find(({ asset }) => asset === id);
}

/** Returns the asset ids of listings. Listings that are packed in a table are not unpacked for this. */
export function assetsOf(rows: ListingRows<Listing>): Iterable<AssetId> {
  return rows instanceof ListingTable ? rows.assets() : Array.from(rows, ({ asset }) => asset);
}
