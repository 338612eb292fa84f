import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Note about a large move of a price that shares really make now and then. */
export const largeMove = doubtKind<{ date: string; return: number }>({
  id: "large_move",
  severity: "note",
  meaning:
    "A price moves by more than 40 % from one day to the next, less than threefold and not to less than a third, " +
    "and the ratio is not that of a split.",
  detail: ([asset], { date, return: move }) =>
    `"${asset}" moves by ${percent(move)} on ${date}, taken as a return as it stands`,
});
