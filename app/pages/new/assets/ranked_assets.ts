import { type ListedAsset, symbolOf } from "./listed_asset.ts";

/** Returns the assets that a text names, best first: by symbol, alias or the beginning of a word of the name. */
export function rankedAssets(assets: readonly ListedAsset[], text: string, most: number): readonly ListedAsset[] {
  const wanted = plain(text);
  if (wanted === "") return [];
  const byRank: ListedAsset[][] = [[], [], [], [], []];
  for (const asset of assets) byRank[rankOf(asset, wanted)]?.push(asset);
  return byRank.flat().slice(0, most);
}

/** Rank that stands for no match. */
const NONE = -1;

function rankOf(asset: ListedAsset, wanted: string): number {
  const { symbol, name, id, aliases } = plainTextsOf(asset);
  if (symbol === wanted || id === wanted || aliases.includes(wanted)) return 0;
  if (symbol.startsWith(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (name.includes(` ${wanted}`)) return 3;
  return symbol.includes(wanted) || name.includes(wanted) ? 4 : NONE;
}

/** Returns the assets whose symbol or name is nearest to a text that names none: a few mistyped letters apart. */
export function nearestAssets(assets: readonly ListedAsset[], text: string, most: number): readonly ListedAsset[] {
  const wanted = plain(text), farthest = Math.max(1, Math.floor(wanted.length / 3));
  const near = assets.flatMap((asset) => {
    const { symbol, name } = plainTextsOf(asset);
    const distance = Math.min(
      distanceOf(symbol, wanted, farthest),
      distanceOf(name, wanted, farthest),
      distanceOf(name.slice(0, wanted.length), wanted, farthest),
    );
    return distance > farthest ? [] : [{ asset, distance }];
  });
  return near.toSorted((a, b) => a.distance - b.distance).slice(0, most).map(({ asset }) => asset);
}

/** What an asset is called, as it is compared with a written text. */
interface PlainTexts {
  readonly symbol: string;
  readonly name: string;
  readonly id: string;
  readonly aliases: readonly string[];
}

const plainTexts = new WeakMap<ListedAsset, PlainTexts>();

/** Returns the plain texts of an asset. They are kept: each text of a pasted list is compared with all assets. */
function plainTextsOf(asset: ListedAsset): PlainTexts {
  const known = plainTexts.get(asset);
  if (known !== undefined) return known;
  const texts = {
    symbol: plain(symbolOf(asset)),
    name: plain(asset.name),
    id: plain(asset.id),
    aliases: asset.aliases.map(plain),
  };
  plainTexts.set(asset, texts);
  return texts;
}

/** Returns a text without accents, case and double blanks. */
export function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** Returns the number of letters to insert, remove or replace between two texts; `farthest` + 1 for more than that. */
function distanceOf(one: string, other: string, farthest: number): number {
  if (Math.abs(one.length - other.length) > farthest) return farthest + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > farthest) return farthest + 1;
    row = next;
  }
  return row[other.length] ?? 0;
}
