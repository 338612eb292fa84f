import { groups } from "../constraints/groups.ts";
import { familiesOf } from "../constraints/mod.ts";

/**
 * Ids of the constraint families that each sort of method enforces. `familiesOf` finds them by the kinds of rules that
 * a method of that sort supports.
 */
export const ENFORCED = {
  /** A formula enforces no rules. */
  byFormulas: familiesOf(),
  /** Each split of a tree keeps the weights of both sides within their bounds. */
  byHierarchies: familiesOf("bounds"),
  /** Each cluster gets a share of every bound and of the limits of every group that it has a part of. */
  byNestedClusters: new Set([...familiesOf("bounds"), groups.id]),
  /** The objective has no expected return. Costs count only in limits on costs and on the return. */
  byRiskMinimisers: familiesOf("bounds", "affine", "long_short", "convex", "costs", "integers"),
  byReturnMaximisers: familiesOf("bounds", "affine", "long_short", "convex", "costs", "integers"),
  /**
   * A homogenised program has no rules on which weights are 0: the branch-and-bound search over the held assets does
   * not support a scaling variable.
   */
  byRatios: familiesOf("bounds", "affine", "long_short", "convex", "costs"),
  /**
   * Between two corner portfolios the weights are linear in the price p of the return in ½ w'Sw - p m'w. This needs
   * bounds and linear rules.
   */
  byLines: familiesOf("bounds", "affine"),
  /** Ratios that are defined for long-only weights. Costs count as for methods that minimise risk. */
  byLongOnlyRatios: familiesOf("bounds", "affine", "convex", "costs"),
} as const;
