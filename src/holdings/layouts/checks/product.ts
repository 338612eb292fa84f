import { areEqual, type Check, figuresOf } from "./check.ts";

/** Returns the check that a quantity times a price is a value. A value of 0 counts as not told. */
export function product(quantity: string, price: string, value: string): Check {
  return {
    words: [quantity, price, value],
    optional: [],
    sentence: `"${quantity}" times "${price}" is "${value}"`,
    agrees(figures) {
      const [q, p, v] = figuresOf(figures, [quantity, price, value]) ?? [];
      if (q === undefined || p === undefined || v === undefined || v === 0) return null;
      const rounding = Math.abs(q) * figures.rounding(price) + figures.rounding(value);
      return areEqual(q * p, v, rounding);
    },
  };
}
