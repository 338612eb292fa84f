import type { AssetId } from "../domain/asset.ts";
import { ListingTable } from "./listing_table.ts";
import type { FormerListing, Listing, ListingRows } from "./provider.ts";

const byId = new WeakMap<ListingRows<Listing>, ReadonlyMap<string, Listing>>();

/**
 * The listing of an asset, of a share of the Bombay exchange also by its letters; undefined where there is none. What
 * is no table is gone through once: a provider answers the same rows while nothing has changed.
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

/** What is listed no more by the id that it had; undefined where there was none. */
export function formerNamed(rows: ListingRows<FormerListing>, id: AssetId): FormerListing | undefined {
  if (rows instanceof ListingTable) return rows.named(id);
  return [...rows].find(({ asset }) => asset === id);
}

/** The assets of listings. */
export function assetsOf(rows: ListingRows<Listing>): Iterable<AssetId> {
  return rows instanceof ListingTable ? rows.assets() : Array.from(rows, ({ asset }) => asset);
}
