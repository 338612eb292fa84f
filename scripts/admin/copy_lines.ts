import type { StoreDigest } from "../../src/store/moving/noted_entries.ts";
import type { PassTold } from "../../src/store/moving/move_store.ts";

/** Returns the line about a pass of a copy. */
export function passLine({ changed, durationMs }: PassTold): string {
  return `Carried ${changed} entries in ${(durationMs / 1_000).toFixed(1)} s`;
}

/** Returns the line about the entries of a store, by which an operator compares two of them. */
export function digestLine(store: string, { entries, sha256 }: StoreDigest): string {
  return `${sha256} of ${entries} entries: ${store}`;
}
