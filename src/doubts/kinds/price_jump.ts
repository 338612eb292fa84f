import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Doubt about a price that moves at least threefold, or to a third, in one period, with no ratio of a split. */
export const priceJump = doubtKind<{ date: string; return: number }>({
  id: "price_jump",
  severity: "check",
  meaning:
    "A price moves at least threefold from one row to the next, or to a third or less, and the ratio is not that of a " +
    "split.",
  detail: ([asset], { date, return: move }) =>
    `"${asset}" moves by ${percent(move)} on ${date}, taken as it stands: check the price`,
});
