import { doubtKind } from "../doubt_kind.ts";
import { counted, named } from "../sentence_parts.ts";

/** Note that some assets do not trade on the weekends of the others, and what filling does to their volatility. */
export const mixedCalendar = doubtKind<{ filled: number; rows: number }>({
  id: "mixed_calendar",
  severity: "note",
  meaning: "Some assets trade on all days of the week and others do not: these keep their last price over weekends.",
  detail: (assets, { filled, rows }) =>
    `On weekends ${named(assets)} ${assets.length === 1 ? "has" : "have"} no prices, and the last price is kept ` +
    `(${counted(filled, "value")} in ${counted(rows, "row")}): a day's volatility is lower for it, a year's is not`,
});
