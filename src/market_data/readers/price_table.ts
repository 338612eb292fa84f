import { nextTurn } from "../../runtime/next_turn.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Reading } from "../../doubts/reading.ts";
import { DayTexts } from "../../tables/day_texts.ts";
import { dialectOf } from "../../tables/dialect.ts";
import { headingOf } from "../../tables/heading.ts";
import type { Layout, TableRecord } from "../../tables/layout.ts";
import { layoutOf } from "../../tables/layout_of.ts";
import {
  asThousands,
  formsOf,
  isThousands,
  isUndecided,
  NumberColumn,
  type NumberForm,
} from "../../tables/number_column.ts";
import { readDays } from "../../tables/read_days.ts";
import { dayReadings, numberReadings } from "../../tables/readings.ts";
import { UnreadableTable } from "../../tables/unreadable_table.ts";
import { MARK, WrittenNumber } from "../../tables/written_number.ts";
import { separatedCells } from "./csv_cells.ts";

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
  /** How the days and the numbers of the price file were read, where their text alone does not say it. */
  readonly readings: readonly PriceReading[];
}

/** How days or numbers of a price file were read; `symbol` is null where it is the whole file. */
export interface PriceReading {
  readonly symbol: string | null;
  readonly reading: Reading;
}

/**
 * A fault in a price file: a cell that is not a price, a row without a valid date, or a second price for the same day,
 * of which the later row wins.
 */
export interface PriceFault {
  /** Date of the faulty price row; where the file has no valid date, the text that stands in its place. */
  readonly date: string;
  readonly reason: "unreadable" | "unreadable_day" | "repeated";
}

/** Positions of the date and price columns in a price file, and what separates its cells. */
export interface PriceLayout {
  readonly headerLines: number;
  readonly separator: string;
  readonly dateAt: number;
  readonly columns: readonly PriceColumn[];
  /** Column of symbols of a file with a row for each day and symbol, and the one symbol that it may hold. */
  readonly only?: { readonly at: number; readonly symbol: string };
}

interface PriceColumn {
  /** Column of the days of this symbol, where each has its own. */
  readonly dayAt?: number;
  readonly symbol: string;
  readonly adjustedAt: number;
  readonly closeAt: number;
}

/** Number of first lines that are enough to detect the layout of a price file. */
export const FIRST_LINES = 16;

/**
 * Detects the layout of a price file from its first lines; null where there is no date column, where it has a row for
 * each day and symbol, and with `onlyOne` where it has several price columns. A file with the fields of one share holds
 * the history of `symbol`; so does a single column that names no share, such as `NAV`. Other files are wide, with one
 * column per symbol or two lines of headings.
 */
export function priceLayout(
  lines: readonly string[],
  { symbol, onlyOne }: { readonly symbol: string; readonly onlyOne: boolean },
): PriceLayout | null {
  const first = lines.map((line, at) => at === 0 ? line.replace(/^\uFEFF/, "") : line);
  const { separator } = dialectOf(first.join("\n"));
  const records = first.map((line, at) => ({ cells: separatedCells(line, separator), line: at + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const layout = layoutOf(records, { name: symbol, isNamedByFile: true });
  if ("problem" in layout || !layout.hasDays) return null;
  const columns = priceColumns(layout, { symbol, onlyOne, records });
  if (columns === null) return null;
  const data = records[layout.dataFrom];
  const headerLines = data === undefined ? lines.length : data.line - 1;
  const only = layout.form !== "long"
    ? {}
    : { only: { at: layout.symbolAt, symbol: data?.cells[layout.symbolAt] ?? "" } };
  return { headerLines, separator, dateAt: layout.dateAt, columns, ...only };
}

function priceColumns(
  layout: Layout,
  { symbol, onlyOne, records }: {
    readonly symbol: string;
    readonly onlyOne: boolean;
    readonly records: readonly TableRecord[];
  },
): readonly PriceColumn[] | null {
  const symbolsOf = new Set(records.slice(layout.dataFrom).map(({ cells }) => cells[layout.symbolAt]));
  if (layout.form === "long" && symbolsOf.size !== 1) return null;
  const [column] = layout.columns;
  if (onlyOne) {
    if (layout.columns.length !== 1) return null;
    // A benchmark is a price index, so that its close counts and not the adjusted one.
    return [{ symbol, adjustedAt: column.closeAt, closeAt: column.closeAt }];
  }
  const seen = new Set<string>();
  return layout.columns.flatMap(({ name, at, closeAt, dayAt }) => {
    const known = layout.form === "long" ? symbol : name;
    if (known === "" || seen.has(known) || (layout.form === "wide" && isField(known))) return [];
    seen.add(known);
    return [{ symbol: known, adjustedAt: at, closeAt, ...dayAt === undefined ? {} : { dayAt } }];
  });
}

/** Whether a heading beside symbols names a field, such as `High`, and is not in capitals as a symbol is. */
function isField(heading: string): boolean {
  return headingOf(heading) !== null && heading !== heading.toUpperCase();
}

/**
 * Parses the text of a price file in a known layout. Lets other work run in between, because a large file takes a
 * second. Throws `UnreadableTable` for rows of several symbols in a file of one.
 */
export async function readPriceTable(text: string, layout: PriceLayout): Promise<PriceTable> {
  const reader = new PriceReader(layout);
  const lineEnd = text.includes("\n") ? "\n" : "\r";
  let letters = 0, line = 0;
  for (let begin = 0; begin < text.length;) {
    const found = text.indexOf(lineEnd, begin), end = found < 0 ? text.length : found;
    if (++line > layout.headerLines) reader.take(text.slice(begin, text[end - 1] === "\r" ? end - 1 : end));
    letters += end - begin;
    begin = end + 1;
    if (letters < LETTERS_AT_ONCE) continue;
    letters = 0;
    await nextTurn();
  }
  return reader.table();
}

const LETTERS_AT_ONCE = 256 * 1024;
const MOST_LETTERS_TOLD = 40;

class PriceReader {
  readonly #layout: PriceLayout;
  readonly #hasOne: boolean;
  /** Places in a row of the file of the values that are read: adjusted closes, then closes where they differ. */
  readonly #places: readonly number[];
  readonly #numbers: readonly NumberColumn[];
  /** Columns of days where each symbol has its own; null where the file has one. */
  readonly #dayPlaces: ReadonlySet<number> | null;
  readonly #written = new WrittenNumber();
  readonly #days = new DayTexts();
  /** Numbers of the texts of days, by row. */
  readonly #dayOf: number[] = [];
  #values = new Float64Array(1024);
  #marks = new Uint8Array(1024);

  constructor(layout: PriceLayout) {
    this.#layout = layout;
    const { columns } = layout;
    this.#hasOne = columns.every(({ adjustedAt, closeAt }) => adjustedAt === closeAt);
    const adjusted = columns.map(({ adjustedAt }) => adjustedAt);
    this.#places = this.#hasOne ? adjusted : [...adjusted, ...columns.map(({ closeAt }) => closeAt)];
    this.#numbers = this.#places.map(() => new NumberColumn());
    const dayPlaces = columns.flatMap(({ dayAt }) => dayAt ?? []);
    this.#dayPlaces = dayPlaces.length === 0 ? null : new Set(dayPlaces);
  }

  take(line: string): void {
    const { separator, dateAt } = this.#layout;
    // Cells without quotes are not trimmed, which the reader of numbers does where it must.
    const cells = line.includes('"') ? separatedCells(line, separator) : line.split(separator);
    if (this.#layout.only !== undefined) this.#refuseOthers(cells, this.#layout.only);
    if (this.#dayPlaces !== null) return this.#takeBlocks(cells, this.#dayPlaces);
    const day = (cells[dateAt] ?? "").trim();
    if (day === "" && cells.every((cell) => cell.trim() === "")) return;
    this.#takeValues(cells, day, null);
  }

  /** Takes the values of each symbol on its own day. */
  #takeBlocks(cells: readonly string[], dayPlaces: ReadonlySet<number>): void {
    for (const at of dayPlaces) {
      const day = (cells[at] ?? "").trim();
      if (day !== "") this.#takeValues(cells, day, at);
    }
  }

  /** Throws `UnreadableTable` for a row of a second symbol: its prices would count as those of the first. */
  #refuseOthers(cells: readonly string[], { at, symbol }: { readonly at: number; readonly symbol: string }): void {
    const other = (cells[at] ?? "").trim();
    if (other === "" || other === symbol) return;
    throw new UnreadableTable(`it has rows of "${symbol}" and of "${other}"; a file for each symbol is needed`);
  }

  /** Takes the values of a row; only those of symbols with the column of days `dayAt` unless that is null. */
  #takeValues(cells: readonly string[], day: string, dayAt: number | null): void {
    const from = this.#dayOf.length * this.#places.length, row = this.#dayOf.length + 1;
    this.#dayOf.push(this.#days.idOf(day));
    this.#grow(from + this.#places.length);
    const written = this.#written;
    for (let j = 0; j < this.#places.length; j++) {
      if (dayAt !== null && this.#layout.columns[j % this.#layout.columns.length].dayAt !== dayAt) continue;
      const cell = cells[this.#places[j]] ?? "", numbers = this.#numbers[j];
      this.#values[from + j] = written.read(cell);
      const mark = written.mark === MARK.missing && cell.trim() !== "" ? MARK.none : written.mark;
      if (numbers.counts[mark]++ === 0) numbers.examples[mark] = { cell, line: row };
      this.#marks[from + j] = written.isPercent ? MARK.none : mark;
      if (written.isDecorated) written.clear();
    }
  }

  table(): PriceTable {
    const { columns, separator } = this.#layout;
    const read = readDays(this.#days.texts), { days } = read;
    const forms = formsOf(this.#numbers, { separator, kind: "prices" });
    const readings = [
      ...dayReadings(read).map((reading) => ({ symbol: null, reading })),
      ...numberReadings(this.#numbers.slice(0, columns.length), forms, separator).map(({ column, reading }) => ({
        symbol: columns[column].symbol,
        reading,
      })),
    ];
    const prices = new PricesByDay(columns.map(({ symbol }) => symbol), this.#places.length);
    this.#dayOf.forEach((id, row) => {
      const date = days[id] ?? null;
      if (date === null) prices.tellDay((this.#days.texts[id] ?? "").slice(0, MOST_LETTERS_TOLD));
      else this.#takeRow(prices, { date, row, forms });
    });
    return { ...prices.table(this.#hasOne), readings };
  }

  #takeRow(
    prices: PricesByDay,
    { date, row, forms }: { readonly date: string; readonly row: number; readonly forms: readonly NumberForm[] },
  ): void {
    const width = this.#places.length, from = row * width, at = prices.rowAt(date);
    for (let j = 0; j < width; j++) {
      const mark = this.#marks[from + j];
      if (mark === MARK.missing) continue;
      const value = this.#values[from + j];
      const { either } = this.#numbers[j];
      const isEither = mark === MARK.eitherPoint || mark === MARK.eitherComma;
      const isNone = mark === MARK.none || !isOfForm(this.#numbers[j], mark, forms[j]) ||
        (isEither && either !== undefined && isUndecided(forms[j], either, this.#layout.separator));
      const price = isNone ? NaN : isThousands(mark, forms[j]) ? asThousands(value) : value;
      prices.set(at, j, { date, price });
    }
  }

  #grow(length: number): void {
    if (length <= this.#values.length) return;
    const values = new Float64Array(2 * length), marks = new Uint8Array(2 * length);
    values.set(this.#values);
    marks.set(this.#marks);
    this.#values = values;
    this.#marks = marks;
  }
}

/** Whether a number does not contradict the form that most numbers of its column have. */
function isOfForm({ contradiction, counts }: NumberColumn, mark: number, { decimal }: NumberForm): boolean {
  if (contradiction === null) return true;
  const isPoint = counts[MARK.point] + counts[MARK.eitherPoint] >= counts[MARK.comma] + counts[MARK.eitherComma];
  if (decimal === ",") return mark !== MARK.point;
  return isPoint ? mark !== MARK.comma && mark !== MARK.eitherComma : mark !== MARK.point && mark !== MARK.eitherPoint;
}

/** Prices of the symbols by day, of which the later one of a day counts, with their faults. */
class PricesByDay {
  readonly #symbols: readonly string[];
  readonly #width: number;
  readonly #rowOf = new Map<string, number>();
  readonly #prices: number[] = [];
  readonly #faults = new Map<string, PriceFault[]>();
  readonly #dayFaults: PriceFault[] = [];

  constructor(symbols: readonly string[], width: number) {
    this.#symbols = symbols;
    this.#width = width;
  }

  /** Returns the row number of a day, and appends a row of blanks for a new day. */
  rowAt(date: string): number {
    const known = this.#rowOf.get(date);
    if (known !== undefined) return known;
    const row = this.#rowOf.size;
    this.#rowOf.set(date, row);
    for (let j = 0; j < this.#width; j++) this.#prices.push(NaN);
    return row;
  }

  /** Notes the price of a column on a day. Anything but a finite number above 0 is a fault, and so is a second one. */
  set(row: number, column: number, { date, price }: { readonly date: string; readonly price: number }): void {
    const isAdjusted = column < this.#symbols.length, at = row * this.#width + column;
    if (!(price > 0 && Number.isFinite(price))) {
      if (isAdjusted) this.#tell(this.#symbols[column], { date, reason: "unreadable" });
      return;
    }
    if (isAdjusted && !Number.isNaN(this.#prices[at])) this.#tell(this.#symbols[column], { date, reason: "repeated" });
    this.#prices[at] = price;
  }

  /** Notes a row without a day that can be read, by the text in its place. */
  tellDay(text: string): void {
    this.#dayFaults.push({ date: text, reason: "unreadable_day" });
  }

  table(hasOne: boolean): Omit<PriceTable, "readings"> {
    const rows = [...this.#rowOf].filter(([, row]) => this.#hasPrice(row)).sort(([a], [b]) => a < b ? -1 : 1);
    const order = rows.map(([, row]) => row);
    const adjustedCloses = this.#ordered(order, 0);
    return {
      dates: rows.map(([date]) => date),
      symbols: this.#symbols,
      adjustedCloses,
      closes: hasOne ? adjustedCloses : this.#ordered(order, this.#symbols.length),
      faults: this.#allFaults(),
    };
  }

  #hasPrice(row: number): boolean {
    const from = row * this.#width;
    for (let j = 0; j < this.#symbols.length; j++) if (!Number.isNaN(this.#prices[from + j])) return true;
    return false;
  }

  #ordered(rows: readonly number[], from: number): Matrix {
    const columns = this.#symbols.length, all = matrix(rows.length, columns);
    rows.forEach((row, i) => {
      for (let j = 0; j < columns; j++) all.data[i * columns + j] = this.#prices[row * this.#width + from + j];
    });
    return all;
  }

  /** Returns the faults by symbol. A row without a day is a fault of every symbol, and its list is shared. */
  #allFaults(): ReadonlyMap<string, readonly PriceFault[]> {
    if (this.#dayFaults.length === 0) return this.#faults;
    return new Map(this.#symbols.map((symbol) => {
      const own = this.#faults.get(symbol);
      return [symbol, own === undefined ? this.#dayFaults : [...this.#dayFaults, ...own]];
    }));
  }

  #tell(symbol: string, fault: PriceFault): void {
    const told = this.#faults.get(symbol);
    if (told === undefined) this.#faults.set(symbol, [fault]);
    else told.push(fault);
  }
}
