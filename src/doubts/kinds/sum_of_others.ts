import { doubtKind } from "../doubt_kind.ts";

/** Doubt about an asset that is the total or the mean of all other assets on each day. */
export const sumOfOthers = doubtKind<{ made_as: "sum" | "mean"; others: number; rows: number }>({
  id: "sum_of_others",
  severity: "check",
  meaning: "An asset is the sum or the mean of all other assets on nearly every day.",
  detail: ([asset], { made_as, others, rows }) =>
    `"${asset}" is the ${made_as} of the other ${others} assets on the ${rows} days, and is taken as an asset like ` +
    "them: leave it out where it is a total",
});
