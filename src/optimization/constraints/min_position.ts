import { boundedNumber } from "../../domain/bounded_number.ts";
import type { z } from "zod";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";

/** Smallest allowed size of a position: smaller weights are shown as 0. */
const LEAST = 1e-8;

const minPositionRules = boundedNumber.min(LEAST, {
  error: ({ input }) =>
    `Cannot take ${input} for the size of a position: set min_position to at least ${LEAST}, below which weights are 0`,
});

export type MinPositionRules = z.infer<typeof minPositionRules>;

/** Sets the smallest absolute weight of a held asset. */
export const minPosition: ConstraintFamily<MinPositionRules> = {
  id: "min_position",
  kind: "integers",
  limitsIn: "fraction",
  documentation: {
    title: "Minimum position",
    formula: "w_i = 0 or |w_i| ≥ min_position",
    reference:
      "Jobst, Horniman, Lucas, Mitra (2001), Computational aspects of alternative portfolio selection models in the " +
      "presence of discrete asset choice constraints, Quantitative Finance 1",
    paragraph: "The smallest size of a weight that is held, long or short: every other weight is exactly 0.",
  },
  rules: minPositionRules,
  priceFree: true,
  inConflict: "each",
  check(least, { assets, otherRules }) {
    if (otherRules === undefined) return [];
    const { lower, upper } = otherRules.bounds;
    const sizes = assets.map((_, i) => Math.max(upper[i], -lower[i]));
    const tooSmall = sizes.flatMap((size, i) => size > 0 && size < least ? [{ asset: assets[i], size }] : []);
    if (tooSmall.length === 0) return [];
    const [{ asset, size }] = tooSmall;
    const named = tooSmall.length === 1 ? `"${asset}"` : `"${asset}" and ${tooSmall.length - 1} more`;
    const way = size < LEAST ? "leave min_position out, or set" : `set min_position to at most ${size}, or`;
    const detail = `Cannot hold at least ${least} of ${named}, whose weight is at most ${size}: ` +
      `${way} the limits of those weights to 0`;
    return [{ pointer: "", detail }];
  },
  describe: (rule) => within("Size of every weight that is held", rule),
  constrain() {
    // No rows: branch and bound chooses which weights are 0, and each node bounds the others by the rule.
  },
  integers: (least) => ({ leastSize: least, counts: [] }),
  evaluate(weights, least) {
    const value = weights.reduce((low, weight) => weight === 0 ? low : Math.min(low, Math.abs(weight)), Infinity);
    // A portfolio without holdings keeps the rule.
    return [{ family: this.id, rule: null, value: value === Infinity ? least : value, min: least, max: null }];
  },
};
