/**
 * How a covariance matrix that is not positive semidefinite is repaired. `clip` raises negative eigenvalues of its
 * correlations to 0, which raises variances. `nearest` keeps the variances and takes the nearest correlations that are
 * positive semidefinite.
 */
export const REPAIR_KINDS = ["clip", "nearest"] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];
