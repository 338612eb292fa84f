import { headingOf } from "./heading.ts";
import type { TableRecord } from "./layout.ts";
import { writtenDay } from "./written_day.ts";

/** Number of first columns that are looked through for days. */
export const MOST_DAY_COLUMNS = 24;
const PLAIN_NUMBER = /^-?\d*\.?\d*$/;
/** Number of days in one column that are enough to tell that it is the column of days. */
const ENOUGH_DAYS = 12;

/** Where the days of a table stand. */
export interface DayColumn {
  readonly at: number;
  /** First record with a day in that column; the number of records where there is none. */
  readonly first: number;
  /** Number of records with a day in the column that has most of them. */
  readonly count: number;
}

/** Finds the column of days: the one with a heading of days, else the first with most days. */
export function dayColumnOf(records: readonly TableRecord[]): DayColumn {
  const counts = new Array<number>(MOST_DAY_COLUMNS).fill(0);
  for (const { cells } of records) {
    for (let at = 0; at < Math.min(cells.length, MOST_DAY_COLUMNS); at++) {
      if (isDayShaped(cells[at])) counts[at]++;
    }
    if (counts.includes(ENOUGH_DAYS)) break;
  }
  const most = Math.max(...counts);
  const headed = headedAt(records);
  if (most === 0) {
    const at = Math.max(0, headed);
    const first = records.findIndex(({ cells }) => isNumberOfDay(cells[at] ?? ""));
    return { at, first: first < 0 ? records.length : first, count: 0 };
  }
  const isHeadedNumber = headed >= 0 && headed < MOST_DAY_COLUMNS && counts[headed] === 0 &&
    records.filter(({ cells }) => isNumberOfDay(cells[headed] ?? "")).length >= most;
  const at = headed >= 0 && (isHeadedNumber || 2 * (counts[headed] ?? 0) >= most)
    ? headed
    : counts.findIndex((count) => 2 * count >= most);
  const isDay = isHeadedNumber ? isNumberOfDay : isDayShaped;
  return { at, first: records.findIndex(({ cells }) => isDay(cells[at] ?? "")), count: most };
}

/** Returns the column of the first heading of days; -1 where there is none. */
function headedAt(records: readonly TableRecord[]): number {
  for (const { cells } of records) {
    const at = cells.findIndex((cell) => cell !== "" && !PLAIN_NUMBER.test(cell) && headingOf(cell) === "date");
    if (at >= 0) return at;
  }
  return -1;
}

/** Whether a cell is a day by its letters or marks, which a number alone is not. */
export function isDayShaped(cell: string): boolean {
  // Most cells are numbers, of which only those of eight digits may be days.
  if (cell === "" || (cell.length !== 8 && PLAIN_NUMBER.test(cell))) return false;
  const written = writtenDay(cell);
  return written !== null && written.form !== "serial" && written.form !== "epoch" &&
    written.form !== "compact month" &&
    (written.form !== "month" || /[a-z-]/i.test(cell));
}

function isNumberOfDay(cell: string): boolean {
  return writtenDay(cell) !== null;
}
