/**
 * What a method may come to: `computed` is the answer of a formula, `optimal` that of a program whose certificate
 * holds.
 */
export const SOLUTION_STATUSES = ["optimal", "computed", "not_proven", "infeasible", "unbounded", "failed"] as const;

export type SolutionStatus = typeof SOLUTION_STATUSES[number];
