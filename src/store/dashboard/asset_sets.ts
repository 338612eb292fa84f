import { entryAt } from "../../domain/entry_at.ts";
import { sharesMost } from "../../domain/insight_text.ts";
import { codeOf } from "./word_codes.ts";

/** Storable form of several sets of assets. Each set is a list of positions in the list `assets`. */
export interface PackedAssetSets {
  readonly assets: readonly string[];
  readonly assetSets: readonly (readonly number[])[];
}

/**
 * Collection of the different sets of assets of an account's runs. Many runs have the same set, so each set is stored
 * once and referred to by a number.
 */
export class AssetSets {
  readonly #assets = new Map<string, number>();
  readonly #sets: (readonly number[])[] = [];
  readonly #places = new Map<string, number>();
  readonly #shares = new Map<number, Map<number, boolean>>();

  /** Returns the number that stands for a set of assets, whatever their order. Adds the set if it is new. */
  place(assets: readonly string[]): number {
    const set = assets.map((asset) => codeOf(this.#assets, asset)).sort((a, b) => a - b);
    const text = set.join(" ");
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.#sets.length);
    return this.#sets.push(set) - 1;
  }

  /**
   * Whether a set of assets contains at least 80 % of the assets of an earlier set. Both sets are given by their
   * numbers.
   */
  sharesMost(set: number, earlier: number): boolean {
    const known = this.#shares.get(set)?.get(earlier);
    if (known !== undefined) return known;
    const answers = this.#shares.get(set) ?? new Map<number, boolean>();
    this.#shares.set(set, answers);
    const answer = sharesMost(new Set(entryAt(this.#sets, set)), entryAt(this.#sets, earlier));
    answers.set(earlier, answer);
    return answer;
  }

  /**
   * Returns the given sets of assets in storable form, without all others, and a map from the former number of each set
   * to its new one.
   */
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
