import type { AssetId } from "../domain/asset.ts";
import type { Matrix } from "../domain/matrix.ts";

/** How many returns pairs of assets have in common. */
export interface PairCounts {
  /** The pair with the fewest returns in common, an asset with itself included, and how many they are. */
  readonly fewest: { readonly assets: readonly AssetId[]; readonly returns: number };
  /** The most returns that a pair has in common. */
  readonly most: number;
}

/** Assets with returns on the same rows. */
interface Alike {
  /** A bit for each row, 1 where there is a return. */
  readonly rows: Int32Array;
  readonly assets: AssetId[];
}

/**
 * Counts the returns that pairs of assets have in common, in returns with NaN where an asset has none (T × n). Assets
 * with returns on the same rows are counted once.
 */
export function pairCounts(returns: Matrix, assets: readonly AssetId[]): PairCounts {
  const kinds = kindsOf(returns, assets);
  let fewest: PairCounts["fewest"] = { assets: [], returns: Infinity }, most = 0;
  kinds.forEach((one, i) => {
    for (let j = i; j < kinds.length; j++) {
      const count = commonIn(one.rows, kinds[j].rows);
      most = Math.max(most, count);
      if (count < fewest.returns) fewest = { assets: pairOf(one.assets, kinds[j].assets), returns: count };
    }
  });
  return { fewest, most };
}

function kindsOf({ rows: T, columns: n, data }: Matrix, assets: readonly AssetId[]): readonly Alike[] {
  const kinds = new Map<string, Alike>();
  assets.forEach((asset, j) => {
    const rows = new Int32Array(Math.ceil(T / 32));
    for (let t = 0, at = j; t < T; t++, at += n) if (!Number.isNaN(data[at])) rows[t >> 5] |= 1 << (t & 31);
    const key = rows.join(), known = kinds.get(key);
    if (known === undefined) kinds.set(key, { rows, assets: [asset] });
    else known.assets.push(asset);
  });
  return [...kinds.values()];
}

function pairOf([first, second]: readonly AssetId[], [other]: readonly AssetId[]): readonly AssetId[] {
  if (other !== first) return [first, other];
  return second === undefined ? [first] : [first, second];
}

function commonIn(one: Int32Array, other: Int32Array): number {
  let count = 0;
  for (let word = 0; word < one.length; word++) count += bitsIn(one[word] & other[word]);
  return count;
}

/** Returns how many of the 32 bits of a number are 1: sums of two, of four and of eight bits, and of all four sums. */
function bitsIn(word: number): number {
  const ofTwo = word - ((word >>> 1) & 0x55555555);
  const ofFour = (ofTwo & 0x33333333) + ((ofTwo >>> 2) & 0x33333333);
  return Math.imul((ofFour + (ofFour >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
