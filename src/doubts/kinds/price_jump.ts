import { doubtKind } from "../doubt_kind.ts";
import { counted, percent } from "../sentence_parts.ts";

/** Doubt about a price that moves by more than 40 % in one day, with no ratio of a split. */
export const priceJump = doubtKind<{ date: string; return: number; moves: number }>({
  id: "price_jump",
  severity: "check",
  meaning:
    "A price moves by more than 40 % from one day to the next, and the ratio is not that of a split. It is taken " +
    "as it stands.",
  detail: ([asset], { date, return: move, moves }) =>
    `"${asset}" moves by ${percent(move)} on ${date}${
      moves > 1 ? `, the largest of ${counted(moves, "such move")}` : ""
    }` +
    ", taken as it stands: check the prices",
});
