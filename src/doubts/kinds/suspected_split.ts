import { doubtKind } from "../doubt_kind.ts";
import { counted, percent } from "../sentence_parts.ts";

/** Doubt about a price whose move fits the ratio of a split or of a reverse split for which it is not adjusted. */
export const suspectedSplit = doubtKind<{ date: string; return: number; moves: number }>({
  id: "suspected_split",
  severity: "check",
  meaning:
    "A price moves by more than 40 % from one day to the next, and the ratio fits a split or a reverse split. It " +
    "is taken as a return.",
  detail: ([asset], { date, return: move, moves }) =>
    `"${asset}" moves by ${percent(move)} on ${date}${
      moves > 1 ? `, the largest of ${counted(moves, "such move")}` : ""
    }` +
    ": possibly a split for which prices are not adjusted, taken as a return",
});
