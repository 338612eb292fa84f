import { doubtKind } from "../doubt_kind.ts";

/** Doubt about prices that add up to one number on every day, as the weights of a portfolio do. */
export const constantTotal = doubtKind<{ total: number; rows: number }>({
  id: "constant_total",
  severity: "wrong",
  meaning: "The prices of all assets, of five or more rows, add up to 1 or to 100 on every one of them.",
  detail: (assets, { total, rows }) =>
    `The prices of all ${assets.length} assets add up to ${total} on each of the ${rows} days, as weights do, and are ` +
    "taken as prices: send the prices",
});
