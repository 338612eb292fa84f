/** The ids of the capability table, in its order. */
export const CONSTRAINT_FAMILY_IDS = [
  "weight_bounds",
  "groups",
  "linear",
  "budget",
  "exposure",
  "turnover",
  "transaction_costs",
  "tracking_error",
  "risk_limits",
  "min_return",
  "factor_exposure",
  "concentration",
  "cardinality",
  "min_position",
  "locked",
] as const;

export type ConstraintFamilyId = (typeof CONSTRAINT_FAMILY_IDS)[number];
