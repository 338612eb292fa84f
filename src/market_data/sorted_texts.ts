import {
  countOfTexts,
  type PackedTexts,
  packTexts,
  type SharedNumbers,
  sharedNumbers,
  textAt,
} from "./packed_texts.ts";

/** Keys in order, each with the number of what it is the key of. */
export interface SortedTexts {
  readonly keys: PackedTexts;
  readonly entries: SharedNumbers;
}

/** By their keys, equal ones as they come; each is the key of what has its place, or of what is named for it. */
export function sortTexts(keys: readonly string[], entries?: Uint32Array): SortedTexts {
  const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b);
  return {
    keys: packTexts(Array.from(order, (at) => keys[at])),
    entries: sharedNumbers(entries === undefined ? order : order.map((at) => entries[at])),
  };
}

/** The number of a key; null where there is no such key. */
export function entryOf({ keys, entries }: SortedTexts, key: string): number | null {
  const at = firstWhere(keys, (text) => text >= key);
  return at < entries.length && textAt(keys, at) === key ? entries[at] : null;
}

/** Where the texts that begin with a prefix stand among sorted ones: from `from` up to but not `to`. */
export function rangeOfPrefix(sorted: PackedTexts, prefix: string): { readonly from: number; readonly to: number } {
  const from = firstWhere(sorted, (text) => text >= prefix);
  return { from, to: firstWhere(sorted, (text) => text >= prefix && !text.startsWith(prefix)) };
}

/** The first place from which on a condition holds. */
function firstWhere(sorted: PackedTexts, holds: (text: string) => boolean): number {
  let [low, high] = [0, countOfTexts(sorted)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(textAt(sorted, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
