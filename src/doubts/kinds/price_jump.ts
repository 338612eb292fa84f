import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Doubt about a price that moves by more than 40 % in one period, with no ratio of a split. */
export const priceJump = doubtKind<{ date: string; return: number }>({
  id: "price_jump",
  severity: "check",
  meaning: "A price moves by more than 40 % from one day to the next, and the ratio is not that of a split.",
  detail: ([asset], { date, return: move }) =>
    `"${asset}" moves by ${percent(move)} on ${date}, taken as it stands: check the price`,
});
