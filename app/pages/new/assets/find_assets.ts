import { answered, api } from "../../../api.ts";
import { loadable } from "../../../loaded.ts";
import { Turn } from "../../../turn.ts";
import { americanShare, fund, indianShare, type ListedAsset, type Market } from "./listed_asset.ts";
import { spellingsOf } from "./pasted_assets.ts";
import { nearestAssets, plain, rankedAssets } from "./ranked_assets.ts";

/** Assets that a search shows at once. */
const MOST_FOUND = 20;
/** Near assets that stand beside a text that names none. */
const MOST_NEAR = 3;
/** Texts that name none for which near assets are looked for: in a list of another market none is near. */
const MOST_WITH_NEAR = 100;
/** Letters from which funds can be searched. */
const LEAST_OF_FUND = 2;
/** Searches that are under way at once while a pasted list is looked up. */
const AT_ONCE = 4;

/** All shares of the Indian exchanges, in which the page searches by itself. */
export const universe = loadable(async (_key, signal): Promise<readonly ListedAsset[]> => {
  const { tickers } = await answered(api.GET("/universe", { signal }));
  return tickers.map(indianShare);
});

/** Returns the assets of a market that a text finds. Throws a `Refusal` where the service refuses the search. */
export async function foundAssets(market: Market, text: string, signal: AbortSignal): Promise<readonly ListedAsset[]> {
  const q = text.trim();
  if (q === "") return [];
  if (market === "IN") return rankedAssets(await indianShares(signal), q, MOST_FOUND);
  if (market === "US") {
    const query = { q, limit: MOST_FOUND };
    const { items } = await answered(api.GET("/us-stocks/search", { params: { query }, signal }));
    return items.map(americanShare);
  }
  if (q.length < LEAST_OF_FUND) return [];
  const query = { q, limit: MOST_FOUND };
  const { items } = await answered(api.GET("/mutual-funds/search", { params: { query }, signal }));
  return items.map(fund);
}

/** What a written asset turned out to be: the asset, or those that are near to what was written. */
export interface LookedUp {
  readonly text: string;
  readonly amount: number | null;
  readonly asset: ListedAsset | null;
  readonly near: readonly ListedAsset[];
}

export interface LookUpOptions {
  readonly market: Market;
  readonly signal: AbortSignal;
  /** Called now and then with the number of assets that were looked up so far. */
  readonly onProgress: (done: number) => void;
}

/** Looks up a pasted list. The order is that of the list. Throws a `Refusal` where the service refuses a search. */
export async function lookUp(
  written: readonly Pick<LookedUp, "text" | "amount">[],
  { market, signal, onProgress }: LookUpOptions,
): Promise<readonly LookedUp[]> {
  const results: LookedUp[] = [];
  const turn = new Turn();
  let next = 0, done = 0, missing = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < written.length; at = next++) {
      signal.throwIfAborted();
      const one = written[at];
      if (one === undefined) return;
      const wantsNear = missing < MOST_WITH_NEAR;
      const found = await identified(one.text, { market, signal, wantsNear });
      results[at] = { ...one, ...found };
      if (found.asset === null) missing++;
      done++;
      if (!turn.isDue()) continue;
      onProgress(done);
      await turn.next();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function identified(
  text: string,
  { market, signal, wantsNear }: {
    readonly market: Market;
    readonly signal: AbortSignal;
    readonly wantsNear: boolean;
  },
): Promise<Pick<LookedUp, "asset" | "near">> {
  const spellings = spellingsOf(text);
  if (market === "IN") {
    const all = await indianShares(signal);
    const asset = spellings.map((spelling) => sharesByText(all).get(plain(spelling))).find((one) => one !== undefined);
    if (asset !== undefined) return { asset, near: [] };
    if (!wantsNear) return { asset: null, near: [] };
    const begun = rankedAssets(all, text, MOST_NEAR);
    return { asset: null, near: begun.length > 0 ? begun : nearestAssets(all, text, MOST_NEAR) };
  }
  for (const spelling of spellings) {
    const found = await foundAssets(market, spelling, signal);
    const asset = found.find((one) => textsOf(one).some((known) => known === plain(spelling)));
    if (asset !== undefined || spelling === spellings.at(-1)) {
      return { asset: asset ?? null, near: found.slice(0, MOST_NEAR) };
    }
  }
  return { asset: null, near: [] };
}

const indices = new WeakMap<readonly ListedAsset[], ReadonlyMap<string, ListedAsset>>();

/** Returns the shares by every text that names exactly one of them; of shares on two exchanges the first counts. */
function sharesByText(all: readonly ListedAsset[]): ReadonlyMap<string, ListedAsset> {
  const known = indices.get(all);
  if (known !== undefined) return known;
  const index = new Map<string, ListedAsset>();
  for (const asset of all) for (const text of textsOf(asset)) if (!index.has(text)) index.set(text, asset);
  indices.set(all, index);
  return index;
}

function textsOf({ id, name, aliases }: ListedAsset): readonly string[] {
  return [id, id.slice(id.indexOf(":") + 1), name, ...aliases].map(plain);
}

/** Returns all Indian shares, read once. Throws a `Refusal` where they cannot be read. */
export async function indianShares(signal: AbortSignal): Promise<readonly ListedAsset[]> {
  const known = universe.known("");
  if (known.value.value === null) await universe.load("", signal);
  const { value, refusal } = known.value;
  if (value === null && refusal !== null) throw refusal;
  return value ?? [];
}
