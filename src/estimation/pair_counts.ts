import type { AssetId } from "../domain/asset.ts";
import type { Matrix } from "../domain/matrix.ts";

/** How many returns pairs of assets have in common. */
export interface PairCounts {
  /** The pair with the fewest returns in common, an asset with itself included, and how many they are. */
  readonly fewest: { readonly assets: readonly AssetId[]; readonly returns: number };
  /** The most returns that a pair has in common. */
  readonly most: number;
}

/**
 * Counts the returns that pairs of assets have in common, in returns with NaN where an asset has none (T × n). Assets
 * with returns on the same rows are counted once.
 */
export function pairCounts({ rows, columns, data }: Matrix, assets: readonly AssetId[]): PairCounts {
  const masks = new Map<string, { readonly mask: Uint8Array; readonly members: AssetId[] }>();
  for (let j = 0; j < columns; j++) {
    const mask = Uint8Array.from({ length: rows }, (_, t) => Number.isNaN(data[t * columns + j]) ? 0 : 1);
    const known = masks.get(mask.join(""));
    if (known === undefined) masks.set(mask.join(""), { mask, members: [assets[j]] });
    else known.members.push(assets[j]);
  }
  const kinds = [...masks.values()];
  let fewest: PairCounts["fewest"] = { assets: [], returns: Infinity }, most = 0;
  kinds.forEach((one, i) => {
    for (const other of kinds.slice(i)) {
      const returns = commonIn(one.mask, other.mask);
      most = Math.max(most, returns);
      if (returns < fewest.returns) fewest = { assets: pairOf(one.members, other.members), returns };
    }
  });
  return { fewest, most };
}

function pairOf([first, second]: readonly AssetId[], [other]: readonly AssetId[]): readonly AssetId[] {
  if (other !== first) return [first, other];
  return second === undefined ? [first] : [first, second];
}

function commonIn(one: Uint8Array, other: Uint8Array): number {
  let count = 0;
  for (let t = 0; t < one.length; t++) count += one[t] & other[t];
  return count;
}
