import { doubtKind } from "../doubt_kind.ts";
import { named } from "../sentence_parts.ts";

/** Note about the column of a file with several fields of an asset that was taken as its price. */
export const takenClose = doubtKind<{ column: string; is_adjusted: boolean }>({
  id: "taken_close",
  severity: "note",
  meaning: "A file has several fields of an asset, such as Open to Volume, and one of them was taken as its price.",
  detail: (assets, { column, is_adjusted: isAdjusted }) =>
    `Took "${column}" as the price of ${named(assets)}` +
    (isAdjusted ? "" : ": the file has no adjusted close, so that splits and dividends count as moves"),
});
