import { areEqual, type Check, figuresOf } from "./check.ts";

/** Columns of the check `gain`. */
interface GainColumns {
  readonly quantity: string;
  /** Columns of quantities that are owned beside the quantity. The profit of a statement may count them or not. */
  readonly beside: readonly string[];
  readonly price: string;
  readonly average: string;
  readonly profit: string;
}

/**
 * Returns the check that a quantity times the gain of its price over its average price is the profit. A profit of 0
 * counts as not told.
 */
export function gain({ quantity, beside, price, average, profit }: GainColumns): Check {
  const words = [quantity, price, average, profit];
  return {
    words,
    optional: beside,
    sentence: `"${quantity}" times the gain of "${price}" over "${average}" is "${profit}"`,
    agrees(figures) {
      const [q, p, a, r] = figuresOf(figures, words) ?? [];
      if (q === undefined || p === undefined || a === undefined || r === undefined || r === 0) return null;
      const owned = beside.reduce((sum, word) => sum + (figures.of(word) ?? 0), q);
      const ofOne = figures.rounding(price) + figures.rounding(average);
      return [q, owned].some((each) => areEqual(each * (p - a), r, Math.abs(each) * ofOne + figures.rounding(profit)));
    },
  };
}
