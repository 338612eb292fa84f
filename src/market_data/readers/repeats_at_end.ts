import { separatedCells } from "./csv_cells.ts";
import { dayOfText } from "./day_of_text.ts";
import { type Repeats, repeatsOf } from "./holidays.ts";
import type { MarketFile, MarketFolder } from "./market_folder.ts";
import { type PriceLayout, readPriceTable } from "./price_table.ts";

/**
 * For each day after `since`, the number of symbols that repeat their last price, counted at the end of a price file.
 */
export interface RepeatsAtEnd extends Repeats {
  readonly since: string;
}

/** Number of bytes read from the end of a price file: about two months of rows with seven columns. */
const END_BYTES = 4096;

/** Number of rows between the first and the last that are sampled to check that a price file is in date order. */
const PLACES = 8;

/**
 * Counts repeated prices in the last rows of a one-symbol price file without reading the rest. The counts equal those
 * of the whole file if its rows are in date order. Returns null where the whole file must be read: it is short,
 * compressed or has several symbols, the first, last or sampled rows are out of order, or its last rows are not all
 * prices.
 */
export async function repeatsAtEnd(
  folder: MarketFolder,
  file: MarketFile,
  layout: PriceLayout,
): Promise<RepeatsAtEnd | null> {
  const { headerLines, separator, dateAt, columns } = layout;
  if (columns.length !== 1 || file.bytes <= 2 * END_BYTES || /\.gz$/i.test(file.name)) return null;
  const { between, last } = await folder.lastLines(file, { bytes: END_BYTES, places: PLACES });
  const rows = last.filter((line) => line.trim() !== "");
  const first = (await folder.firstLines(file, headerLines + 1)).slice(headerLines);
  const days = [...first, ...between, ...rows].map((line) => certainDay(separatedCells(line, separator)[dateAt] ?? ""));
  if (!days.every((day, i) => day !== null && (i === 0 || day > (days[i - 1] ?? day)))) return null;
  const table = await readPriceTable(rows.join("\n"), { ...layout, headerLines: 0 });
  const isWhole = table.dates.length === rows.length && table.faults.size === 0 &&
    !table.closes.data.some(Number.isNaN);
  if (!isWhole || rows.length < 2) return null;
  const { dates, compared, repeated } = repeatsOf(table);
  return { since: dates[0], dates: dates.slice(1), compared: compared.slice(1), repeated: repeated.slice(1) };
}

/** Parses a day whose text alone tells it; null for one of which the whole file tells the order of day and month. */
function certainDay(text: string): string | null {
  return /^\d{1,2}\D\d/.test(text) ? null : dayOfText(text);
}
