/** Type of what becomes of a first or last week or month of which a history lacks days. */
export type PartialPeriods = "leave_out" | "count";
export const PARTIAL_PERIODS: readonly PartialPeriods[] = ["leave_out", "count"];
