import type { Doubt } from "../../domain/doubt.ts";
import { calendarNumbers } from "../../doubts/kinds/calendar_numbers.ts";
import type { OwnSeries } from "./own_series.ts";

/** Number of rows from which numbers can be told from prices. */
const LEAST_ROWS = 5;
const DAY_MS = 86_400_000, DAYS_TO_1900 = 25_569, DAYS_TO_1904 = 24_107;
/** The same for numbers of a size that the level of an index may have too. */
const LEAST_ROWS_OF_LEVELS = 10;
/** Largest distance in days of a day that a number stands for, such as an expiry, from that of its row. */
const MOST_DAYS_APART = 3_700;
/** Largest difference of two such distances. Levels of indices drift away further. */
const MOST_DRIFT = 400;

/** The day of a row: as milliseconds, as a date, and the number of its row. */
interface RowDay {
  readonly ms: number;
  readonly date: Date;
  readonly row: number;
}

/** Numbers that follow from the day of the row, such as its year, each with its name in a sentence. */
const OF_ITS_DAY: readonly (readonly [what: string, numberOf: (day: RowDay) => number])[] = [
  ["the years of their days", ({ date }) => date.getUTCFullYear()],
  ["the years and months of their days", ({ date }) => 100 * date.getUTCFullYear() + date.getUTCMonth() + 1],
  ["the months of their days", ({ date }) => date.getUTCMonth() + 1],
  ["the quarters of their days", ({ date }) => 1 + Math.floor(date.getUTCMonth() / 3)],
  ["the days of their months", ({ date }) => date.getUTCDate()],
  ["the days of their years", ({ ms, date }) => 1 + (ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS],
  ["the days of their weeks", ({ date }) => date.getUTCDay()],
  ["the days of their weeks", ({ date }) => date.getUTCDay() + 1],
  ["the weeks of their days", ({ ms }) => isoWeek(ms)],
  ["the numbers of their rows", ({ row }) => row + 1],
];

/**
 * Numbers that stand for a day, not always that of the row, with a function that turns one into milliseconds since
 * 1970.
 */
const OF_A_DAY: readonly (readonly [what: string, msOf: (value: number) => number, least: number])[] = [
  ["days as numbers of eight digits", msOfDigits, LEAST_ROWS],
  ["days by their numbers in a spreadsheet", (value) => (value - DAYS_TO_1900) * DAY_MS, LEAST_ROWS_OF_LEVELS],
  ["days by their numbers in a spreadsheet", (value) => (value - DAYS_TO_1904) * DAY_MS, LEAST_ROWS_OF_LEVELS],
  ["days since 1970", (value) => value * DAY_MS, LEAST_ROWS_OF_LEVELS],
  ["seconds since 1970", (value) => value * 1000, LEAST_ROWS],
  ["milliseconds since 1970", (value) => value, LEAST_ROWS],
  ["nanoseconds since 1970", (value) => value / 1e6, LEAST_ROWS],
];

/** Doubts prices that are calendar numbers: of the day of their row, or of days near it that never go back. */
export function calendarNumberDoubts({ kind, dates, assets, values: { columns, data } }: OwnSeries): readonly Doubt[] {
  if (kind === "returns" || dates.length < LEAST_ROWS) return [];
  const whole = Array.from(assets.keys()).filter((j) => isWhole(data, j, columns));
  if (whole.length === 0) return [];
  const days = dates.map((text, row) => ({ ms: Date.parse(text), date: new Date(text), row }));
  return whole.flatMap((j) => {
    const cells = days.flatMap((day) => {
      const value = data[day.row * columns + j];
      return Number.isNaN(value) ? [] : [{ day, value }];
    });
    const what = whatTheyAre(cells), [first] = cells;
    if (what === null || first === undefined) return [];
    return [calendarNumbers.about([assets[j]], {
      what,
      date: dates[first.day.row],
      value: first.value,
      rows: cells.length,
    })];
  });
}

/** Whether the first values of a column are whole numbers, as those of few prices are. */
function isWhole(data: Float64Array, j: number, columns: number): boolean {
  let found = 0;
  for (let at = j; at < data.length && found < LEAST_ROWS; at += columns) {
    if (Number.isNaN(data[at])) continue;
    if (!Number.isInteger(data[at])) return false;
    found++;
  }
  return found === LEAST_ROWS;
}

function whatTheyAre(cells: readonly { readonly day: RowDay; readonly value: number }[]): string | null {
  if (new Set(cells.map(({ value }) => value)).size < 2) return null;
  const ofItsDay = OF_ITS_DAY.find(([, numberOf]) => cells.every(({ day, value }) => value === numberOf(day)));
  if (ofItsDay !== undefined) return ofItsDay[0];
  const isSteady = cells.every(({ value }, at) => Number.isInteger(value) && value >= (cells[at - 1]?.value ?? value));
  if (!isSteady) return null;
  const ofADay = OF_A_DAY.find(([, msOf, least]) => {
    if (cells.length < least) return false;
    const apart = cells.map(({ day, value }) => (msOf(value) - day.ms) / DAY_MS);
    const nearest = apart.reduce((least, days) => Math.min(least, days));
    const furthest = apart.reduce((most, days) => Math.max(most, days));
    return nearest >= -MOST_DAYS_APART && furthest <= MOST_DAYS_APART && furthest - nearest <= MOST_DRIFT;
  });
  return ofADay?.[0] ?? null;
}

function msOfDigits(value: number): number {
  const text = String(value);
  return /^\d{8}$/.test(text) ? Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) : NaN;
}

/** Returns the number of the week of a day by ISO 8601. */
function isoWeek(ms: number): number {
  const thursday = ms + (4 - (new Date(ms).getUTCDay() || 7)) * DAY_MS;
  return 1 + Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)) / DAY_MS / 7);
}
