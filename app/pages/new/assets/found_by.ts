import type { ListedAsset, Market } from "./listed_asset.ts";

/** Assets that a search has found, with what was searched. */
export interface FoundBy {
  readonly text: string;
  readonly market: Market;
  readonly assets: readonly ListedAsset[];
}

/** What stands in a search field: its text, its market, and the place of the hit that is marked. */
export interface Searched {
  readonly text: string;
  readonly market: Market;
  readonly active: number;
}

/** Returns whether assets were found by what stands in the field now, and not by what stood there before. */
export function isFoundBy(found: FoundBy | null, { text, market }: Omit<Searched, "active">): found is FoundBy {
  return found !== null && found.market === market && found.text.trim() === text.trim();
}

/**
 * Returns the asset that Enter adds: the marked one of those found by what stands in the field; null while these are
 * still searched, and for an asset that is chosen already, because Enter takes nothing away.
 */
export function addedByEnter(
  found: FoundBy | null,
  searched: Searched,
  chosen: ReadonlySet<string>,
): ListedAsset | null {
  if (!isFoundBy(found, searched)) return null;
  const asset = found.assets[searched.active];
  return asset === undefined || chosen.has(asset.id) ? null : asset;
}
