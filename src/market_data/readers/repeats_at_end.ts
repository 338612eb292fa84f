import { csvCells } from "./csv_cells.ts";
import { dayOfText } from "./day_of_text.ts";
import { type Repeats, repeatsOf } from "./holidays.ts";
import type { MarketFile, MarketFolder } from "./market_folder.ts";
import { type PriceLayout, readPriceTable } from "./price_table.ts";

/** Repeats of the days after another. */
export interface RepeatsAtEnd extends Repeats {
  readonly since: string;
}

/** Some two months of rows with seven columns. */
const END_BYTES = 4096;

/** Rows between the first and the last that are looked at for the order of days. */
const PLACES = 8;

/**
 * The repeats of the last days of a file of one symbol, told without the rest of it: those that the whole file tells of
 * these days, where it has them in order. Null where it takes the whole: in a file that is short, packed, of several
 * symbols, seen not to be in the order of its days at its ends or at some places between, or with rows at its end that
 * are not all prices.
 */
export async function repeatsAtEnd(
  folder: MarketFolder,
  file: MarketFile,
  layout: PriceLayout,
): Promise<RepeatsAtEnd | null> {
  const { headerLines, dateAt, columns } = layout;
  if (columns.length !== 1 || file.bytes <= 2 * END_BYTES || /\.gz$/i.test(file.name)) return null;
  const { between, last } = await folder.lastLines(file, { bytes: END_BYTES, places: PLACES });
  const rows = last.filter((line) => line.trim() !== "");
  const first = (await folder.firstLines(file, headerLines + 1)).slice(headerLines);
  const days = [...first, ...between, ...rows].map((line) => dayOfText(csvCells(line)[dateAt] ?? ""));
  if (!days.every((day, i) => day !== null && (i === 0 || day > (days[i - 1] ?? day)))) return null;
  const table = await readPriceTable(rows.join("\n"), { ...layout, headerLines: 0 });
  const isWhole = table.dates.length === rows.length && table.faults.size === 0 &&
    !table.closes.data.some(Number.isNaN);
  if (!isWhole || rows.length < 2) return null;
  const { dates, compared, repeated } = repeatsOf(table);
  return { since: dates[0], dates: dates.slice(1), compared: compared.slice(1), repeated: repeated.slice(1) };
}
