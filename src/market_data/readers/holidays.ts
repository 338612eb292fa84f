import { csvCells } from "./csv_cells.ts";
import { dayOfText } from "./day_of_text.ts";
import type { PriceTable } from "./price_table.ts";

/**
 * Counts for each day of a price table: how many symbols have a price on that day and an earlier one, and how many of
 * these repeat their last price (a sign of a holiday).
 */
export interface Repeats {
  readonly dates: readonly string[];
  readonly compared: Uint16Array;
  readonly repeated: Uint16Array;
}

/** Smallest fraction of symbols that must repeat their last price before a day counts as a holiday. */
const SHARE = 0.9;
/** Smallest number of symbols needed to detect a holiday. A single one may well close where it did the day before. */
const LEAST_NAMES = 3;

/** Parses the holidays of a calendar file: the dates in its `date` column, or in its first column. */
export function readHolidays(text: string): ReadonlySet<string> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const at = Math.max(0, csvCells(lines[0]).findIndex((name) => name.toLowerCase() === "date"));
  return new Set(lines.flatMap((line) => dayOfText(csvCells(line)[at] ?? "") ?? []));
}

/** Counts for each day of a price table how many symbols repeat their own last price, which is a sign of a holiday. */
export function repeatsOf({ dates, symbols, closes }: PriceTable): Repeats {
  const last = new Float64Array(symbols.length).fill(NaN);
  const compared = new Uint16Array(dates.length);
  const repeated = new Uint16Array(dates.length);
  for (let row = 0; row < dates.length; row++) {
    for (let j = 0; j < symbols.length; j++) {
      const price = closes.data[row * symbols.length + j];
      if (Number.isNaN(price)) continue;
      if (!Number.isNaN(last[j])) compared[row]++;
      if (price === last[j]) repeated[row]++;
      last[j] = price;
    }
  }
  return { dates, compared, repeated };
}

/** Adds up the repeat counts of all price tables of an exchange to find its holidays. */
export class RepeatCount {
  readonly #sums = new Map<string, { compared: number; repeated: number }>();

  add({ dates, compared, repeated }: Repeats): void {
    dates.forEach((date, row) => {
      const sum = this.#sums.get(date);
      if (sum === undefined) this.#sums.set(date, { compared: compared[row], repeated: repeated[row] });
      else {
        sum.compared += compared[row];
        sum.repeated += repeated[row];
      }
    });
  }

  /**
   * Returns the days on which at least 90 % of the symbols repeat their last price, out of at least three symbols that
   * have a price on that day and an earlier one.
   */
  days(): ReadonlySet<string> {
    const days = [...this.#sums].filter(([, { compared, repeated }]) =>
      compared >= LEAST_NAMES && repeated >= SHARE * compared
    );
    return new Set(days.map(([date]) => date));
  }
}
