import { areEqual, type Check, figuresOf } from "./check.ts";

/**
 * Returns the check that the gain of a price over its average price, in percent, is as told. A gain of 0 and an average
 * of 0 count as not told.
 */
export function percentage(price: string, average: string, percent: string): Check {
  const words = [price, average, percent];
  return {
    words,
    optional: [],
    sentence: `the gain of "${price}" over "${average}" in percent is "${percent}"`,
    agrees(figures) {
      const [p, a, r] = figuresOf(figures, words) ?? [];
      if (p === undefined || a === undefined || r === undefined || r === 0 || a <= 0) return null;
      const ofRatio = (figures.rounding(price) + Math.abs(p / a) * figures.rounding(average)) / a;
      return areEqual(100 * (p / a - 1), r, 100 * ofRatio + figures.rounding(percent));
    },
  };
}
