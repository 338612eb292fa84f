import { csvCells } from "./csv_cells.ts";
import { dayOfText } from "./day_of_text.ts";
import type { PriceTable } from "./price_table.ts";

/** Of each day of a table: symbols with a price then and one before, and how many of these two are equal. */
export interface Repeats {
  readonly dates: readonly string[];
  readonly compared: Uint16Array;
  readonly repeated: Uint16Array;
}

/** The share of names that repeat on a day that is taken for a holiday. */
const SHARE = 0.9;
/** Fewer names than this say nothing: one alone may well close where it did. */
const LEAST_NAMES = 3;

/** The holidays of a calendar file: the days of its column `date`, or of its first. */
export function readHolidays(text: string): ReadonlySet<string> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const at = Math.max(0, csvCells(lines[0]).findIndex((name) => name.toLowerCase() === "date"));
  return new Set(lines.flatMap((line) => dayOfText(csvCells(line)[at] ?? "") ?? []));
}

/** How many prices of each day are those of the day before, of the symbol's own. */
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

/** Counts the repeats of all the tables of an exchange together. */
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

  /** The days on which at least 90 % of the names repeat. */
  days(): ReadonlySet<string> {
    const days = [...this.#sums].filter(([, { compared, repeated }]) =>
      compared >= LEAST_NAMES && repeated >= SHARE * compared
    );
    return new Set(days.map(([date]) => date));
  }
}
