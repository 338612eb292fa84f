import { csvCells } from "./csv_cells.ts";
import { dayOfText } from "./day_of_text.ts";
import type { PriceTable } from "./price_table.ts";

/** On a day: symbols with a price then and one before, and how many of these two are equal. */
export interface Repeats {
  readonly compared: number;
  readonly repeated: number;
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
export function repeatsOf({ dates, symbols, closes }: PriceTable): ReadonlyMap<string, Repeats> {
  const last = new Float64Array(symbols.length).fill(NaN);
  return new Map(dates.map((date, row) => {
    let compared = 0;
    let repeated = 0;
    for (let j = 0; j < symbols.length; j++) {
      const price = closes.data[row * symbols.length + j];
      if (Number.isNaN(price)) continue;
      if (!Number.isNaN(last[j])) compared++;
      if (price === last[j]) repeated++;
      last[j] = price;
    }
    return [date, { compared, repeated }];
  }));
}

/** The days on which at least 90 % of the names of all the tables together repeat. */
export function repeatedDays(tables: readonly ReadonlyMap<string, Repeats>[]): ReadonlySet<string> {
  const sums = new Map<string, Repeats>();
  for (const table of tables) {
    for (const [date, { compared, repeated }] of table) {
      const sum = sums.get(date) ?? { compared: 0, repeated: 0 };
      sums.set(date, { compared: sum.compared + compared, repeated: sum.repeated + repeated });
    }
  }
  return new Set([...sums].filter(([, sum]) => isHoliday(sum)).map(([date]) => date));
}

function isHoliday({ compared, repeated }: Repeats): boolean {
  return compared >= LEAST_NAMES && repeated >= SHARE * compared;
}
