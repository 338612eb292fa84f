import { isNumber } from "./is_number.ts";
import type { TableRecord } from "./layout.ts";
import { layoutOf } from "./layout_of.ts";
import { writtenDay } from "./written_day.ts";

/** Rows with a day and a number that make a table; fewer may be facts about a file, such as when it was made. */
const LEAST_ROWS = 2;

/** Whether records have a column of days with numbers beside it. */
export function holdsTable(records: readonly TableRecord[]): boolean {
  const filled = records.map(({ cells, line }) => ({ cells: cells.map((cell) => cell.trim()), line }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const layout = layoutOf(filled, { name: "" });
  if ("problem" in layout || !layout.hasDays) return false;
  const rows = filled.slice(layout.dataFrom).filter(({ cells }) => isDay(cells[layout.dateAt]));
  return rows.filter(({ cells }) => layout.columns.some(({ at }) => isNumber(cells[at] ?? ""))).length >= LEAST_ROWS;
}

function isDay(cell = ""): boolean {
  const written = writtenDay(cell);
  return written !== null && written.form !== "no such day";
}
