const MOST_NAMED = 3;

/**
 * Returns the names of assets for a sentence: at most three of them, and how many more there are. `count` is the number
 * of all where not every one is given.
 */
export function named(assets: readonly string[], count?: number): string {
  const distinct = [...new Set(assets)];
  const rest = (count ?? distinct.length) - MOST_NAMED;
  return distinct.slice(0, MOST_NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Returns a number of things for a sentence, such as "1 row" or "3 rows". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** Returns a fraction for a sentence, as a percentage with at most three significant digits: "12.5 %". */
export function percent(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(3))} %`;
}

/** Returns the names of assets as the end of a phrase, such as " of A, B"; empty where there are none. */
export function ofAssets(assets: readonly string[]): string {
  return assets.length === 0 ? "" : ` of ${named(assets)}`;
}
