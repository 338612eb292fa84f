import { CONSTRAINT_FAMILY_IDS, type ConstraintFamilyId } from "../constraints/constraint_family_ids.ts";

const WITHOUT_COSTS = CONSTRAINT_FAMILY_IDS.filter((id) => id !== "transaction_costs");

/** The families that methods of one kind enforce. */
export const ENFORCED = {
  /** Formulas know no rules. */
  byFormulas: new Set<ConstraintFamilyId>(),
  /** No expected return in the objective, hence no costs taken from it. */
  byRiskMinimisers: new Set<ConstraintFamilyId>(WITHOUT_COSTS),
  byReturnMaximisers: new Set<ConstraintFamilyId>(CONSTRAINT_FAMILY_IDS),
  /** A scaling variable carries no integers. */
  byRatios: new Set<ConstraintFamilyId>(
    CONSTRAINT_FAMILY_IDS.filter((id) => id !== "cardinality" && id !== "min_position"),
  ),
} as const;
