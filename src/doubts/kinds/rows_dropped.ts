import { doubtKind } from "../doubt_kind.ts";
import { counted, named } from "../sentence_parts.ts";

const OF_ASSETS: Readonly<Record<string, string>> = {
  starts_later: "starts later",
  ends_earlier: "ends earlier",
  missing: "has no value",
  unreadable: "has no readable price",
  unreadable_day: "has no readable day",
  repeated: "has the date already",
  reverted: "has a price that the next session reverts",
  unfinished: "has a session that is not over",
};
const OF_ALL: Readonly<Record<string, string>> = {
  holiday: "a holiday",
  partial_period: "days of the period are missing",
  row_limit: "more rows than a run may have",
};

/** Note that rows of a history were left out, for one reason. `reason` is that of the result's field `data.dropped`. */
export const rowsDropped = doubtKind<{ reason: string; rows: number; places: number; first: string; last: string }>({
  id: "rows_dropped",
  severity: "note",
  meaning: "Rows of the history were left out, for one reason: `data.dropped` lists them.",
  detail(assets, { reason, rows, places, first, last }) {
    const why = reason in OF_ASSETS
      ? `${named(assets)} ${OF_ASSETS[reason]}`
      : OF_ALL[reason] ?? "no asset has a value";
    const where = places === 1 ? "" : ` in ${places} places`;
    return `Dropped ${counted(rows, "row")}${where} from ${first} to ${last}: ${why}`;
  },
});
