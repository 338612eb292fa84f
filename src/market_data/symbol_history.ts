import type { Reading } from "../doubts/reading.ts";
import type { DateRange, OmittedRow } from "./provider.ts";
import type { PriceFault, PriceTable } from "./readers/price_table.ts";

/** Type of the closing prices of one symbol from price files, dates ascending. */
export interface SymbolHistory {
  readonly dates: readonly string[];
  readonly adjustedCloses: Float64Array;
  readonly closes: Float64Array;
  /**
   * Omitted price rows, ordered by the text of their date, which need not be a valid date. Days without a row in any
   * file come last.
   */
  readonly omitted: readonly OmittedRow[];
  /** How the days and prices were read from the price files, where their text alone does not say it. */
  readonly readings: readonly Reading[];
}

/** Type that names a column of a price table, which holds the prices of one symbol. */
export interface SymbolColumn {
  readonly table: PriceTable;
  readonly column: string;
}

/**
 * Merges the prices of one symbol from several price tables, within a range and without holidays. Where two tables have
 * a price for one day the later table wins, and the day is reported as repeated.
 */
export function symbolHistory(
  columns: readonly SymbolColumn[],
  { holidays, range }: { readonly holidays: ReadonlySet<string>; readonly range: DateRange },
): SymbolHistory {
  const isAsked = (date: string): boolean =>
    (range.start === null || date >= range.start) && (range.end === null || date <= range.end);
  const prices = new Map<string, readonly [adjusted: number, close: number]>();
  const omitted: OmittedRow[] = [];
  for (const { table, column } of columns) {
    const width = table.symbols.length;
    const at = table.symbols.indexOf(column);
    table.dates.forEach((date, row) => {
      const adjusted = table.adjustedCloses.data[row * width + at];
      if (Number.isNaN(adjusted) || !isAsked(date)) return;
      if (prices.has(date)) omitted.push({ date, reason: "repeated" });
      prices.set(date, [adjusted, table.closes.data[row * width + at]]);
    });
    omitted.push(...(table.faults.get(column) ?? []).filter((fault) => !isDay(fault) || isAsked(fault.date)));
  }
  for (const date of prices.keys()) {
    if (!holidays.has(date)) continue;
    prices.delete(date);
    omitted.push({ date, reason: "holiday" });
  }
  const rows = [...prices].sort(([a], [b]) => a < b ? -1 : 1);
  return {
    dates: rows.map(([date]) => date),
    adjustedCloses: Float64Array.from(rows, ([, [adjusted]]) => adjusted),
    closes: Float64Array.from(rows, ([, [, close]]) => close),
    readings: columns.flatMap(({ table: { readings }, column }) =>
      readings.flatMap(({ symbol, reading }) => symbol === null || symbol === column ? [reading] : [])
    ),
    omitted: omitted.sort((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0),
  };
}

/**
 * Returns the weekdays between the first and the last date of a price history without a row in any file, although the
 * calendar covers their year and has no holiday on them.
 */
export function absentSessions(
  days: readonly string[],
  { dates }: Pick<SymbolHistory, "dates">,
  holidays: ReadonlySet<string>,
): readonly OmittedRow[] {
  const known = new Set(days);
  const covered = [...holidays].sort();
  const absent: OmittedRow[] = [];
  if (dates.length === 0 || covered.length === 0) return absent;
  const [first, last] = [covered[0].slice(0, 4), covered[covered.length - 1].slice(0, 4)];
  const end = dates[dates.length - 1];
  for (const day = new Date(`${dates[0]}T00:00:00Z`);; day.setUTCDate(day.getUTCDate() + 1)) {
    const date = day.toISOString().slice(0, 10);
    if (date > end) return absent;
    const isSession = day.getUTCDay() % 6 !== 0 && !holidays.has(date) && date >= first && date.slice(0, 4) <= last;
    if (isSession && !known.has(date)) absent.push({ date, reason: "absent" });
  }
}

function isDay({ date }: PriceFault): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(date);
}
