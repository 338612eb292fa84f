import { type Matrix, matrix } from "../../domain/matrix.ts";
import { csvCells } from "./csv_cells.ts";
import { dayOfText } from "./day_of_text.ts";
import { nextTurn } from "../../runtime/next_turn.ts";

/** Contents of a price file: the dates, the symbols and the prices. */
export interface PriceTable {
  /** Days on which at least one symbol of the price file has a price, ascending and each once. */
  readonly dates: readonly string[];
  readonly symbols: readonly string[];
  /**
   * Matrix of dates × symbols of closes adjusted for splits and dividends, or of plain closes where the file has only
   * those; NaN where there is no price.
   */
  readonly adjustedCloses: Matrix;
  readonly closes: Matrix;
  /** Rows and cells of the price file that could not be used, by symbol. */
  readonly faults: ReadonlyMap<string, readonly PriceFault[]>;
}

/**
 * A fault in a price file: a cell that is not a price, a row without a valid date, or a second price for the same day,
 * of which the later row wins.
 */
export interface PriceFault {
  /** Date of the faulty price row; where the file has no valid date, the text that stands in its place. */
  readonly date: string;
  readonly reason: "unreadable" | "repeated";
}

/** Positions of the date and price columns in a price file. */
export interface PriceLayout {
  readonly headerLines: number;
  readonly dateAt: number;
  readonly columns: readonly PriceColumn[];
}

interface PriceColumn {
  readonly symbol: string;
  readonly adjustedAt: number;
  readonly closeAt: number;
}

/** Number of first lines that are enough to detect the layout of a price file. */
export const HEADER_LINES = 3;

/**
 * Detects the layout of a price file from its first lines; null where there is no date column, or with `onlyOne` no
 * price column. A file with an `Adj Close` or `Close` column holds the history of `symbol`; with `onlyOne`, a `NAV`
 * column or any two columns do too. Other files are wide, with one column per symbol. The three header lines of
 * yfinance (`Price`, `Ticker`, `Date`) are understood as well.
 */
export function priceLayout(
  lines: readonly string[],
  { symbol, onlyOne }: { readonly symbol: string; readonly onlyOne: boolean },
): PriceLayout | null {
  const names = csvCells((lines[0] ?? "").replace(/^\uFEFF/, ""));
  const words = names.map((name) => name.toLowerCase());
  const isThreeLines = words[0] === "price" && /^date\b/i.test((lines[2] ?? "").trim());
  const dateAt = isThreeLines || words[0] === "" ? 0 : words.indexOf("date");
  if (dateAt < 0) return null;
  const headerLines = isThreeLines ? HEADER_LINES : 1;
  const closeAt = onlyOne ? firstOf(words, "close", "nav", "adj close") : words.indexOf("close");
  const adjustedAt = onlyOne ? -1 : words.indexOf("adj close");
  if (closeAt >= 0 || adjustedAt >= 0) {
    const at = { adjustedAt: adjustedAt >= 0 ? adjustedAt : closeAt, closeAt: closeAt >= 0 ? closeAt : adjustedAt };
    return { headerLines, dateAt, columns: [{ symbol, ...at }] };
  }
  if (onlyOne) {
    return names.length === 2
      ? { headerLines, dateAt, columns: [{ symbol, adjustedAt: 1 - dateAt, closeAt: 1 - dateAt }] }
      : null;
  }
  return { headerLines, dateAt, columns: wideColumns(names, dateAt) };
}

/**
 * Parses the text of a price file in a known layout. Lets other work run in between, because a large file takes a
 * second.
 */
export async function readPriceTable(text: string, layout: PriceLayout): Promise<PriceTable> {
  const reader = new PriceReader(layout);
  let letters = 0;
  for (const line of text.split(/\r\n|\n|\r/).slice(layout.headerLines)) {
    reader.take(line);
    letters += line.length;
    if (letters < LETTERS_AT_ONCE) continue;
    letters = 0;
    await nextTurn();
  }
  return reader.table();
}

const LETTERS_AT_ONCE = 256 * 1024;
const NUMBER = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const MOST_LETTERS_TOLD = 40;

function firstOf(words: readonly string[], ...wanted: readonly string[]): number {
  return wanted.map((word) => words.indexOf(word)).find((at) => at >= 0) ?? -1;
}

function wideColumns(names: readonly string[], dateAt: number): PriceColumn[] {
  const seen = new Set<string>();
  return names.flatMap((symbol, at) => {
    if (at === dateAt || symbol === "" || seen.has(symbol)) return [];
    seen.add(symbol);
    return [{ symbol, adjustedAt: at, closeAt: at }];
  });
}

class PriceReader {
  readonly #layout: PriceLayout;
  readonly #hasOne: boolean;
  readonly #rowOf = new Map<string, number>();
  /** Prices of the price file read so far, row by row with one per column; NaN where there is none. */
  readonly #adjusted: number[] = [];
  readonly #closes: number[] = [];
  readonly #faults = new Map<string, PriceFault[]>();

  constructor(layout: PriceLayout) {
    this.#layout = layout;
    this.#hasOne = layout.columns.every(({ adjustedAt, closeAt }) => adjustedAt === closeAt);
  }

  take(line: string): void {
    if (line.trim() === "") return;
    const { dateAt, columns } = this.#layout;
    const cells = csvCells(line);
    const date = knownDay(cells[dateAt] ?? "");
    if (date === null) {
      const told = (cells[dateAt] ?? "").slice(0, MOST_LETTERS_TOLD);
      for (const { symbol } of columns) this.#tell(symbol, { date: told, reason: "unreadable" });
      return;
    }
    const from = this.#rowAt(date) * columns.length;
    for (let j = 0; j < columns.length; j++) {
      const { symbol, adjustedAt, closeAt } = columns[j];
      const adjusted = this.#price(cells[adjustedAt] ?? "", symbol, date);
      if (!Number.isNaN(adjusted)) {
        if (!Number.isNaN(this.#adjusted[from + j])) this.#tell(symbol, { date, reason: "repeated" });
        this.#adjusted[from + j] = adjusted;
      }
      if (this.#hasOne) continue;
      const close = priceOf(cells[closeAt] ?? "");
      if (!Number.isNaN(close)) this.#closes[from + j] = close;
    }
  }

  table(): PriceTable {
    const { columns } = this.#layout;
    const rows = [...this.#rowOf].filter(([, row]) => this.#hasPrice(row)).sort(([a], [b]) => a < b ? -1 : 1);
    const order = rows.map(([, row]) => row);
    const adjustedCloses = ordered(this.#adjusted, order, columns.length);
    return {
      dates: rows.map(([date]) => date),
      symbols: columns.map(({ symbol }) => symbol),
      adjustedCloses,
      closes: this.#hasOne ? adjustedCloses : ordered(this.#closes, order, columns.length),
      faults: this.#faults,
    };
  }

  /** Returns the row number of a day in the price table, and appends a row of blanks for a new day. */
  #rowAt(date: string): number {
    const known = this.#rowOf.get(date);
    if (known !== undefined) return known;
    const row = this.#rowOf.size;
    this.#rowOf.set(date, row);
    for (let j = 0; j < this.#layout.columns.length; j++) {
      this.#adjusted.push(NaN);
      if (!this.#hasOne) this.#closes.push(NaN);
    }
    return row;
  }

  #hasPrice(row: number): boolean {
    const { length } = this.#layout.columns;
    for (let i = row * length; i < (row + 1) * length; i++) if (!Number.isNaN(this.#adjusted[i])) return true;
    return false;
  }

  /**
   * Parses the price in a cell of a price file; NaN where the cell is blank or not a price. Records a fault in the
   * second case.
   */
  #price(cell: string, symbol: string, date: string): number {
    const price = priceOf(cell);
    if (Number.isNaN(price) && cell !== "") this.#tell(symbol, { date, reason: "unreadable" });
    return price;
  }

  #tell(symbol: string, fault: PriceFault): void {
    const told = this.#faults.get(symbol);
    if (told === undefined) this.#faults.set(symbol, [fault]);
    else told.push(fault);
  }
}

/** Parsed dates by their text, so that all files share one string per day, a few thousand in all. */
const days = new Map<string, string | null>();
const MOST_DAYS = 65_536;

function knownDay(text: string): string | null {
  const known = days.get(text);
  if (known !== undefined) return known;
  if (days.size >= MOST_DAYS) days.clear();
  const day = dayOfText(text);
  days.set(text, day);
  return day;
}

/** Parses a finite number above 0, with or without commas between thousands; NaN for anything else. */
function priceOf(cell: string): number {
  const digits = cell.includes(",") ? cell.replaceAll(",", "") : cell;
  if (!NUMBER.test(digits)) return NaN;
  const price = Number(digits);
  return price > 0 && Number.isFinite(price) ? price : NaN;
}

function ordered(values: readonly number[], rows: readonly number[], columns: number): Matrix {
  const all = matrix(rows.length, columns);
  rows.forEach((row, i) => {
    for (let j = 0; j < columns; j++) all.data[i * columns + j] = values[row * columns + j];
  });
  return all;
}
