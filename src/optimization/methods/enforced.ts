import { familiesOf } from "../constraints/mod.ts";

/** The families that methods of one sort enforce, by the kinds of rules that such a method can carry. */
export const ENFORCED = {
  /** Formulas know no rules. */
  byFormulas: familiesOf(),
  /** At each split of a tree the share of a side is kept within what its bounds allow. */
  byHierarchies: familiesOf("bounds"),
  /** No expected return in the objective: costs count where they are limited, and in limits on the return. */
  byRiskMinimisers: familiesOf("bounds", "affine", "long_short", "convex", "costs", "integers"),
  byReturnMaximisers: familiesOf("bounds", "affine", "long_short", "convex", "costs", "integers"),
  /** A scaling variable carries no integers. */
  byRatios: familiesOf("bounds", "affine", "long_short", "convex", "costs"),
  /** Along critical lines weights are linear in the price of risk, and so are the rules. */
  byLines: familiesOf("bounds", "affine"),
  /** Of figures that have no sign: long only. Costs count as for those who minimise risk. */
  byLongOnlyRatios: familiesOf("bounds", "affine", "convex", "costs"),
} as const;
