import type { ColumnChoice } from "./fitting_columns.ts";

/** Returns a choice of columns without those of some words. */
export function withoutColumns(columns: ColumnChoice, words: readonly string[]): ColumnChoice {
  return new Map([...columns].filter(([word]) => !words.includes(word)));
}
