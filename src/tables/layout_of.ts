import { dayColumnOf, MOST_DAY_COLUMNS } from "./day_column.ts";
import { headerOf } from "./header.ts";
import { headingOf } from "./heading.ts";
import { isNumber } from "./is_number.ts";
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
  const blanks = records.find(({ cells }) => isDayBeforeBlanks(cells));
  if (wide === undefined && blanks !== undefined) {
    const why = "blanks alone divide its cells; commas, semicolons, tabs or bars are needed";
    return { problem: `Cannot find the columns of the table: ${why}`, line: blanks.line };
  }
  const header = headerOf(records, days);
  if ("problem" in header) return header;
  const hasDays = days.first < records.length || headingOf(header.record.cells[days.at] ?? "x") === "date";
  const parts = { records, header, dateAt: days.at, hasDays, options };
  const blocks = ofSideBySide(parts);
  if (blocks !== null) return blocks;
  return header.fields === null ? ofOneLine(parts) : ofTwoLevels(parts, header.fields);
}

/** Whether the only cell of a record is a day with numbers behind it, between blanks. */
function isDayBeforeBlanks([cell = "", ...others]: readonly string[]): boolean {
  const [day = "", ...rest] = cell.split(/\s+/);
  return others.every((other) => other === "") && looksLikeDay(day) && rest.length > 0 && rest.every(isNumber);
}
