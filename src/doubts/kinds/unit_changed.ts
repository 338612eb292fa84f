import { doubtKind } from "../doubt_kind.ts";
import { percent } from "../sentence_parts.ts";

/** Note that a fund's value changed its unit, and that its values before the change are converted. */
export const unitChanged = doubtKind<{ date: string; return: number; moves: number }>({
  id: "unit_changed",
  severity: "note",
  meaning: "The value of a fund changes its unit by a factor of 10, 100 or 1,000: earlier values are converted.",
  detail: ([asset], { date, return: move }) =>
    `"${asset}" moves by ${percent(move)} on ${date}: its unit changed, and the values before are converted`,
});
