import { dayColumnOf, MOST_DAY_COLUMNS } from "./day_column.ts";
import { headerOf } from "./header.ts";
import { headingOf } from "./heading.ts";
import type { Layout, LayoutOptions, NoLayout, TableRecord } from "./layout.ts";
import { ofOneLine } from "./one_line.ts";
import { ofSideBySide } from "./side_by_side.ts";
import { ofTwoLevels } from "./two_levels.ts";
import { looksLikeDay } from "./written_day.ts";

/** Number of days in one record from which the table stands on its side. */
const DAYS_ON_SIDE = 3;

/**
 * Finds out from the first records of a table which column holds the days and which columns hold assets. Returns the
 * reason where it cannot tell.
 */
export function layoutOf(records: readonly TableRecord[], options: LayoutOptions): Layout | NoLayout {
  const wide = records.find(({ cells }) => cells.filter((cell) => cell !== "").length > 1);
  const onSide = wide !== undefined && wide.cells.slice(0, MOST_DAY_COLUMNS).filter(looksLikeDay).length >= DAYS_ON_SIDE
    ? wide
    : undefined;
  const days = dayColumnOf(records);
  if (onSide !== undefined && days.count <= 1) {
    return { problem: "Cannot read days in a header: a row for each day is needed; turn the table", line: onSide.line };
  }
  const header = headerOf(records, days);
  if ("problem" in header) return header;
  const hasDays = days.first < records.length || headingOf(header.record.cells[days.at] ?? "x") === "date";
  const parts = { records, header, dateAt: days.at, hasDays, options };
  const blocks = ofSideBySide(parts);
  if (blocks !== null) return blocks;
  return header.fields === null ? ofOneLine(parts) : ofTwoLevels(parts, header.fields);
}
