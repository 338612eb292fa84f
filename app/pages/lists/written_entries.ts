import { pastedAssets } from "../new/assets/pasted_assets.ts";
import { pastedPairs } from "../new/pasted_pairs.ts";

/** An asset that a person has written, and its group where one stands beside it. */
export interface WrittenEntry {
  readonly text: string;
  readonly group: string | null;
}

/**
 * Returns the assets of a pasted text, each once: lines of an asset and its group, or assets alone. A text in which
 * some lines have two columns is a table, whose other lines have no group.
 */
export function writtenEntries(text: string): readonly WrittenEntry[] {
  const pairs = pastedPairs(text);
  if (pairs.length === 0) return pastedAssets(text).map(({ text }) => ({ text, group: null }));
  const groups = new Map(pairs.map(({ name, text }) => [name, text] as const));
  const lines = text.split(/\r?\n|\r/).map((line) =>
    line.trim().replace(/[\t;,].*$/s, "").replace(/^"(.*)"$/, "$1").trim()
  );
  return [...new Set(lines)].filter((name) => name !== "").map((name) => ({
    text: name,
    group: groups.get(name) ?? null,
  }));
}
