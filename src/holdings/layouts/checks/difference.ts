import { areEqual, type Check, figuresOf } from "./check.ts";

/** Returns the check that a value less its cost is the profit. A profit of 0 counts as not told. */
export function difference(value: string, cost: string, profit: string): Check {
  const words = [value, cost, profit];
  return {
    words,
    optional: [],
    sentence: `"${value}" less "${cost}" is "${profit}"`,
    agrees(figures) {
      const [v, c, r] = figuresOf(figures, words) ?? [];
      if (v === undefined || c === undefined || r === undefined || r === 0) return null;
      return areEqual(v - c, r, words.reduce((sum, word) => sum + figures.rounding(word), 0));
    },
  };
}
