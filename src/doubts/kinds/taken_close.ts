import { doubtKind } from "../doubt_kind.ts";
import { named } from "../sentence_parts.ts";

/** Note about the column of a file with several fields of an asset that was taken as its price. */
export const takenClose = doubtKind<{ column: string; is_adjusted: boolean }>({
  id: "taken_close",
  severity: "note",
  meaning: "A file has several fields of an asset, such as Open to Volume, and one of them was taken as its price.",
  detail: (assets, { column, is_adjusted: isAdjusted }) =>
    `Took "${column}" as the price of ${named(assets)}` +
    (isAdjusted
      ? ""
      : ": no heading says that it is adjusted, and where it is not, splits and dividends count as moves"),
});
