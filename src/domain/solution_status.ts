/**
 * Possible statuses of a method's result. `computed` is the answer of a formula; `optimal` is an optimum with a valid
 * certificate.
 */
export const SOLUTION_STATUSES = ["optimal", "computed", "not_proven", "infeasible", "unbounded", "failed"] as const;

export type SolutionStatus = typeof SOLUTION_STATUSES[number];
