import { entryAt } from "../../domain/entry_at.ts";
import { sharesMost } from "../../domain/insight_text.ts";
import { codeOf } from "./word_codes.ts";

/** Sets of assets as they are stored: each is a list of places in `assets`. */
export interface PackedAssetSets {
  readonly assets: readonly string[];
  readonly assetSets: readonly (readonly number[])[];
}

/** The different sets of assets that runs have. Many runs share a set, so that a row names it by its place here. */
export class AssetSets {
  readonly #assets = new Map<string, number>();
  readonly #sets: (readonly number[])[] = [];
  readonly #places = new Map<string, number>();
  readonly #shares = new Map<number, Map<number, boolean>>();

  /** The place of a set, whatever the order of its assets. */
  place(assets: readonly string[]): number {
    const set = assets.map((asset) => codeOf(this.#assets, asset)).sort((a, b) => a - b);
    const text = set.join(" ");
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.#sets.length);
    return this.#sets.push(set) - 1;
  }

  /** Whether a set has most assets of an earlier set. */
  sharesMost(set: number, earlier: number): boolean {
    const known = this.#shares.get(set)?.get(earlier);
    if (known !== undefined) return known;
    const answers = this.#shares.get(set) ?? new Map<number, boolean>();
    this.#shares.set(set, answers);
    const answer = sharesMost(new Set(entryAt(this.#sets, set)), entryAt(this.#sets, earlier));
    answers.set(earlier, answer);
    return answer;
  }

  /** Packs the sets at some places, and tells the new place of each. */
  packed(used: readonly number[]): PackedAssetSets & { readonly places: ReadonlyMap<number, number> } {
    const names = [...this.#assets.keys()];
    const kept = new Map<string, number>();
    const places = new Map<number, number>();
    const assetSets: number[][] = [];
    for (const place of used) {
      if (places.has(place)) continue;
      places.set(place, assetSets.length);
      assetSets.push(entryAt(this.#sets, place).map((asset) => codeOf(kept, entryAt(names, asset))));
    }
    return { assets: [...kept.keys()], assetSets, places };
  }
}
