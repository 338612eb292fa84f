import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Doubt about a price whose move fits the ratio of a split or of a reverse split for which it is not adjusted. */
export const suspectedSplit = doubtKind<{ date: string; return: number }>({
  id: "suspected_split",
  severity: "check",
  meaning: "A price moves by more than 40 % from one day to the next, and the ratio fits a split or a reverse split.",
  detail: ([asset], { date, return: move }) =>
    `"${asset}" moves by ${percent(move)} on ${date}, which fits a split for which prices are not adjusted, and is ` +
    `taken as a return: send adjusted prices`,
});
