import type { ConstraintFamilyId } from "../constraint_family.ts";

const WITHOUT_COSTS: readonly ConstraintFamilyId[] = [
  "weight_bounds",
  "groups",
  "linear",
  "budget",
  "exposure",
  "turnover",
  "tracking_error",
  "risk_limits",
  "min_return",
  "factor_exposure",
  "concentration",
  "cardinality",
  "min_position",
  "locked",
];

/** The families that methods of one kind enforce. */
export const ENFORCED = {
  /** Formulas know no rules. */
  byFormulas: new Set<ConstraintFamilyId>(),
  /** No expected return in the objective, hence no costs taken from it. */
  byRiskMinimisers: new Set<ConstraintFamilyId>(WITHOUT_COSTS),
  byReturnMaximisers: new Set<ConstraintFamilyId>([...WITHOUT_COSTS, "transaction_costs"]),
  /** A scaling variable carries no integers. */
  byRatios: new Set<ConstraintFamilyId>(
    [...WITHOUT_COSTS, "transaction_costs" as const].filter((id) => id !== "cardinality" && id !== "min_position"),
  ),
} as const;
