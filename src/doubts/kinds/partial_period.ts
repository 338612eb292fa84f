import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Note that a first or last week or month counts although days of it are missing. */
export const partialPeriod = doubtKind<{ frequency: string; days: number; first: string; last: string }>({
  id: "partial_period",
  severity: "note",
  meaning: "The first or last week or month counts, although the history lacks days of it: its return is that of " +
    "the days there are.",
  detail: (_assets, { frequency, days, first, last }) =>
    `The ${frequency === "weekly" ? "week" : "month"} from ${first} to ${last} counts with ${counted(days, "day")}, ` +
    'although days of it are missing: send "partial_periods": "leave_out" to leave it out',
});
