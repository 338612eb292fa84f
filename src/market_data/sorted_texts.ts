import {
  countOfTexts,
  type PackedTexts,
  packTexts,
  type SharedNumbers,
  sharedNumbers,
  textAt,
} from "./packed_texts.ts";

/** Sorted texts used as keys, each with the number of the entry that it identifies. */
export interface SortedTexts {
  readonly keys: PackedTexts;
  readonly entries: SharedNumbers;
}

/**
 * Sorts texts used as keys; equal keys keep their order. Each key refers to its own position, or to the number given
 * for it in `entries`.
 */
export function sortTexts(keys: readonly string[], entries?: Uint32Array): SortedTexts {
  const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b);
  return {
    keys: packTexts(Array.from(order, (at) => keys[at])),
    entries: sharedNumbers(entries === undefined ? order : order.map((at) => entries[at])),
  };
}

/** Returns the entry number of a key in sorted texts by binary search; null where the key does not occur. */
export function entryOf({ keys, entries }: SortedTexts, key: string): number | null {
  const at = firstWhere(keys, (text) => text >= key);
  return at < entries.length && textAt(keys, at) === key ? entries[at] : null;
}

/** Returns the range of sorted texts that begin with a prefix: `from` inclusive to `to` exclusive. */
export function rangeOfPrefix(sorted: PackedTexts, prefix: string): { readonly from: number; readonly to: number } {
  const from = firstWhere(sorted, (text) => text >= prefix);
  return { from, to: firstWhere(sorted, (text) => text >= prefix && !text.startsWith(prefix)) };
}

/** Returns the first position in sorted texts from which a condition holds, by binary search. */
function firstWhere(sorted: PackedTexts, holds: (text: string) => boolean): number {
  let [low, high] = [0, countOfTexts(sorted)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(textAt(sorted, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
