import type { AssetId } from "../../domain/asset.ts";
import { assetOfLine } from "../listing_line.ts";
import { ListingTable, type TableData, tableOf } from "../listing_table.ts";
import { countOfTexts, type SharedNumbers, sharedNumbers, textAt } from "../packed_texts.ts";
import type { FormerListing, Listing } from "../provider.ts";
import type { ListTables } from "./published_list.ts";

export interface MergedListsOutput {
  /** Numbers of the chosen rows of a market's lists. Row numbers run on from one list to the next. */
  readonly picked: SharedNumbers;
  /** Former listings: assets that are in no list of the market any more. */
  readonly former: TableData;
}

/** Merges the asset lists of a market. An asset in two lists is taken from the first. */
export function mergeLists({ lists }: { readonly lists: readonly ListTables[] }): MergedListsOutput {
  const picked: number[] = [];
  const listed = new Set<AssetId>();
  let before = 0;
  for (const { listings: { lines } } of lists) {
    for (let row = 0; row < countOfTexts(lines); row++) {
      const asset = assetOfLine(textAt(lines, row));
      if (!listed.has(asset)) picked.push(before + row);
      listed.add(asset);
    }
    before += countOfTexts(lines);
  }
  const items = ListingTable.merged(lists.map(({ listings }) => listings), sharedNumbers(picked));
  const former = lists.flatMap((list) => [...ListingTable.of(list.former)]).filter(({ asset }) => !listed.has(asset));
  return { picked: items.lines.picked, former: tableOf(renamedListings(former, items)) };
}

/**
 * Returns the former listings, each with the asset that now has the same ISIN on the same exchange. Of several funds
 * with one ISIN it is the one with the latest net asset value.
 */
export function renamedListings(former: readonly Listing[], items: Iterable<Listing>): readonly FormerListing[] {
  if (former.length === 0) return [];
  const byIsin = new Map<string, { readonly asset: AssetId; readonly day: string }>();
  for (const { isin, exchange, asset, fund } of items) {
    const key = `${exchange} ${isin}`, day = fund?.navDate ?? "";
    if (isin !== null && day >= (byIsin.get(key)?.day ?? "")) byIsin.set(key, { asset, day });
  }
  return former.map((listing) => {
    const { isin, exchange } = listing;
    return { ...listing, renamedTo: isin === null ? null : byIsin.get(`${exchange} ${isin}`)?.asset ?? null };
  });
}
