import { matrix } from "../domain/matrix.ts";
import { BlockRows } from "./block_rows.ts";
import { DayTexts } from "./day_texts.ts";
import { dialectOf } from "./dialect.ts";
import { finishedTable, type OtherSeries, type ReadTable } from "./finished_table.ts";
import { headingOf, isSum } from "./heading.ts";
import { isNumber } from "./is_number.ts";
import type { Layout, TableRecord, ValueColumn } from "./layout.ts";
import { layoutOf } from "./layout_of.ts";
import { LeftOutRows } from "./left_out_rows.ts";
import { LongRows } from "./long_rows.ts";
import type { PlainRow } from "./plain_row.ts";
import { plainRowOf } from "./plain_row_of.ts";
import { type AsciiLine, CsvError, RecordReader } from "./record_reader.ts";
import { quoted, TableFaults } from "./table_faults.ts";
import type { TableRows } from "./table_rows.ts";
import { WideRows } from "./wide_rows.ts";
import { looksLikeDay, writtenDay } from "./written_day.ts";

/** What a table is read for, and how much of it. */
export interface TableOptions {
  readonly kind: "prices" | "returns";
  /** Name of the asset of a file that holds the fields of one asset. */
  readonly name: string;
  readonly limits: { readonly assets: number; readonly rows: number };
  /** Names of columns that the caller wants, as the file writes them. All if absent. */
  readonly wanted?: readonly string[];
  /**
   * Chooses the columns to read of those that hold assets, once the header is known; all if absent. Not asked in the
   * long form, whose assets are known at the end.
   */
  choose?(columns: readonly ValueColumn[]): readonly ValueColumn[];
}

/** Letters of a text, and lines, that are enough to tell its dialect. */
const ENOUGH_LETTERS = 64 * 1024;
const ENOUGH_LINES = 8;
const MOST_LETTERS = 1024 * 1024;
/** First records by which the layout is told. */
const FIRST_RECORDS = 64;
/** Cells of the first records after which no more of them are gathered, so that a header of any width costs little. */
const FIRST_CELLS = 256 * 1024;
/** Records before the first row of the table, after which none is expected any more. */
const MOST_BEFORE = 10_000;
const ZERO = 48, NINE = 57;

/**
 * Reads a table of dates and assets from text that comes in pieces, or from records. What a cell alone does not tell,
 * such as the order of day and month or the decimal mark, is decided by all cells of its column.
 */
export class TableReader {
  readonly #options: TableOptions;
  readonly #faults = new TableFaults();
  readonly #days = new DayTexts();
  readonly #left = new LeftOutRows();
  /** First pieces of the text, kept until they are enough to tell its dialect. Null afterwards. */
  #begin: string[] | null = [];
  #letters = 0;
  #lines = 0;
  #separator = ",";
  #reader: RecordReader | null = null;
  #first: TableRecord[] | null = [];
  #firstCells = 0;
  #layout: Layout | null = null;
  #rows: WideRows | LongRows | BlockRows | null = null;
  /** Reader of lines of numbers alone; null before the layout is known, and where it has other rows than wide ones. */
  #plain: PlainRow | null = null;
  #wanted: ReadonlySet<string> | null = null;
  /** Line of the last row that is like a header with other names than the table has; null where there is none. */
  #secondHeaderAt: number | null = null;
  /** First row of a symbol in a series that is no share. */
  #otherSeries: OtherSeries | null = null;
  /** Texts of the column of currencies, with the first asset of each. */
  readonly #currencies = new Map<string, string>();
  /** Number of records that were left out before the first row. */
  #before = 0;
  #isDone = false;

  constructor(options: TableOptions) {
    this.#options = options;
    if (options.wanted !== undefined) this.#wanted = new Set(options.wanted);
  }

  /** Reads the next piece of text. Returns false where no more text is wanted. */
  push(piece: string): boolean {
    return !this.#isDone && this.#guarded(() => this.#pushText(piece));
  }

  /** Takes a record, which ends on a line. Returns false where no more records are wanted. */
  take(cells: readonly string[], line: number): boolean {
    if (this.#isDone) return false;
    if (this.#first === null) return this.#row(cells, line);
    this.#first.push({ cells: cells.map(inOneLine), line });
    this.#firstCells += cells.length;
    return (this.#first.length < FIRST_RECORDS && this.#firstCells < FIRST_CELLS) || this.#begun();
  }

  /** Refuses the table for a reason that its source tells. */
  refuse(detail: string): void {
    this.#faults.add({ of: "file" }, detail);
    this.#isDone = true;
  }

  /** Ends the table and returns it. */
  end(): ReadTable {
    this.#guarded(() => {
      if (this.#begin !== null && !this.#isDone) this.#openReader();
      if (!this.#isDone) this.#reader?.end();
      return true;
    });
    if (!this.#isDone && this.#first !== null) this.#begun();
    return this.#table();
  }

  #table(): ReadTable {
    const { kind } = this.#options, separator = this.#separator, layout = this.#layout, rows = this.#rows;
    const days = this.#days, left = this.#left, faults = this.#faults;
    if (layout === null || rows === null) {
      const empty = { days: [], names: [], values: matrix(0, 0), lines: [], places: [], doubts: [] };
      return { ...empty, headerLine: layout?.header.line ?? 1, faults: faults.told };
    }
    const otherSeries = this.#otherSeries, currencies = this.#currencies;
    return finishedTable({ kind, separator, layout, rows, days, left, faults, otherSeries, currencies });
  }

  #guarded(read: () => boolean): boolean {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      this.refuse(`Cannot read the file as CSV ${error.message}`);
      return false;
    }
  }

  #pushText(piece: string): boolean {
    if (this.#begin === null) return this.#reader?.push(piece) ?? false;
    this.#begin.push(piece);
    this.#letters += piece.length;
    if (this.#lines < ENOUGH_LINES) this.#lines += piece.split(/\n|\r/, ENOUGH_LINES).length - 1;
    const isEnough = this.#letters >= MOST_LETTERS ||
      (this.#letters >= ENOUGH_LETTERS && this.#lines >= ENOUGH_LINES - 1);
    return isEnough ? this.#openReader() : true;
  }

  #openReader(): boolean {
    const begin = (this.#begin ?? []).join("").replace(/^\uFEFF/, "");
    this.#begin = null;
    const dialect = dialectOf(begin.slice(0, MOST_LETTERS));
    this.#separator = dialect.separator;
    this.#reader = new RecordReader(
      dialect,
      (cells, line) => this.take(cells, line),
      (line) => this.#takePlainLine(line),
    );
    return this.#reader.push(begin);
  }

  /** Finds the layout by the first records, and reads those of them that are rows. */
  #begun(): boolean {
    const first = this.#first ?? [];
    this.#first = null;
    const records = first.filter(({ cells }) => cells.some((cell) => cell !== "") && !/^sep=.?$/i.test(cells[0] ?? ""));
    const { kind, name, wanted, limits } = this.#options;
    const layout = layoutOf(records, {
      ...{ kind, name, mostAssets: limits.assets },
      ...wanted === undefined ? {} : { wanted },
    });
    if ("problem" in layout) {
      this.refuse(records.length === 0 ? layout.problem : `${layout.problem} (line ${layout.line})`);
      return false;
    }
    this.#layout = layout;
    if (layout.areCloses && this.#options.kind === "returns") {
      const column = layout.rawClose ?? "the adjusted close";
      this.refuse(`Cannot take ${quoted(column)} for returns: it is a price (line ${layout.header.line})`);
      return false;
    }
    if (layout.form === "long") this.#rows = new LongRows(layout.columns[0], this.#faults);
    else if (!this.#openColumns(layout)) return false;
    return records.slice(layout.dataFrom).every(({ cells, line }) => this.#row(cells, line));
  }

  #openColumns(layout: Layout): boolean {
    const columns = this.#options.choose?.(layout.columns) ?? layout.columns;
    const formula = columns.find(({ name }) => name.startsWith("="));
    if (formula !== undefined) {
      const detail = `Cannot use ${quoted(formula.name)} as the name of an asset: it is a formula`;
      this.#faults.add({ of: "column", name: formula.name }, `${detail} (line ${layout.header.line})`);
    }
    if (!this.#hasRoom(columns.length)) return false;
    if (layout.form === "side by side") this.#rows = new BlockRows(columns, this.#faults);
    else {
      this.#rows = new WideRows(columns, this.#faults);
      this.#plain = plainRowOf(layout, columns, this.#separator);
    }
    return true;
  }

  #hasRoom(assets: number): boolean {
    const { limits } = this.#options;
    if (assets <= limits.assets) return true;
    this.#faults.add({ of: "columns" }, `Cannot take ${assets} assets: a run takes at most ${limits.assets}`);
    this.#rows = null;
    this.#isDone = true;
    return false;
  }

  #row(cells: readonly string[], line: number): boolean {
    const layout = this.#layout, rows = this.#rows;
    if (layout === null || rows === null) return false;
    if (rows instanceof BlockRows) return this.#blockRow(rows, cells, line);
    const given = cells[layout.dateAt] ?? "";
    const code = given.charCodeAt(0);
    // The days of most files begin with a digit. Only other rows are looked at more closely.
    const text = code >= ZERO && code <= NINE && !given.endsWith(" ") ? given : given.trim();
    if (!(code >= ZERO && code <= NINE) && !this.#days.has(text) && !this.#isData(text, cells, line)) {
      return this.#goesOn(rows, line);
    }
    if (this.#secondHeaderAt !== null) return this.#secondTable(this.#secondHeaderAt);
    if (!this.#isOfWidth(cells, layout, { line, row: rows.rows.length })) return true;
    const isNew = rows instanceof WideRows || !this.#days.has(text);
    if (isNew && rows.rows.length === this.#options.limits.rows) return this.#tooMany(line);
    if (rows instanceof WideRows) rows.take(cells, { day: this.#days.idOf(text), line });
    else return this.#longRow(rows, cells, { text, line, layout });
    return true;
  }

  /** Takes a line of a day and plain numbers as a row. Returns false for any other line. */
  #takePlainLine({ text, bytes, begin, end, line }: AsciiLine): boolean {
    const plain = this.#plain, rows = this.#rows;
    if (plain === null || this.#isDone || this.#secondHeaderAt !== null || !(rows instanceof WideRows)) return false;
    if (rows.rows.length === this.#options.limits.rows || !plain.read(bytes, begin, end)) return false;
    const day = this.#days.idOf(copied(bytes, plain.dayBegin, plain.dayEnd));
    rows.takePlain(plain, { day, line, textOf: (from, to) => text.slice(from, to) });
    return true;
  }

  /** Whether rows of the table may still follow a record that was left out. Refuses a file of such records alone. */
  #goesOn({ rows }: TableRows, line: number): boolean {
    if (rows.length > 0 || ++this.#before < MOST_BEFORE) return true;
    const needed = "a column of days is needed, with a column of numbers for each asset beside it";
    this.refuse(`Cannot find a row with a day and a number up to line ${line}: ${needed}`);
    return false;
  }

  #secondTable(line: number): false {
    this.refuse(`Cannot read a second table, whose header is in line ${line}, with the first one; keep one table`);
    return false;
  }

  #tooMany(line: number): false {
    this.#faults.add({ of: "days" }, `Cannot take more than ${this.#options.limits.rows} rows (line ${line})`);
    this.#isDone = true;
    return false;
  }

  #blockRow(rows: BlockRows, cells: readonly string[], line: number): boolean {
    const texts = rows.blocks.map(({ dayAt }) => (cells[dayAt] ?? "").trim());
    const hasDay = texts.some((text) => this.#days.has(text) || writtenDay(text) !== null);
    if (!hasDay && !this.#isData(texts[0] ?? "", cells, line)) return this.#goesOn(rows, line);
    if (this.#secondHeaderAt !== null) return this.#secondTable(this.#secondHeaderAt);
    if (rows.rows.length >= this.#options.limits.rows) return this.#tooMany(line);
    rows.take(cells, { line, idOf: (text) => this.#days.idOf(text) });
    return true;
  }

  #longRow(
    rows: LongRows,
    cells: readonly string[],
    { text, line, layout }: { readonly text: string; readonly line: number; readonly layout: Layout },
  ): boolean {
    const symbol = this.#symbolIn(cells, layout);
    if (this.#wanted !== null && !this.#wanted.has(symbol)) return true;
    const currency = layout.currencyAt < 0 ? "" : (cells[layout.currencyAt] ?? "").trim();
    if (currency !== "" && !this.#currencies.has(currency)) this.#currencies.set(currency, symbol);
    rows.take(cells, { day: this.#days.idOf(text), line, symbol });
    return this.#hasRoom(rows.assets);
  }

  /** Returns the name of an asset in the long form: its symbol, and the series of one that is no share: `IRFC-N2`. */
  #symbolIn(cells: readonly string[], { symbolAt, seriesAt }: Layout): string {
    const symbol = (cells[symbolAt] ?? "").trim(), series = seriesAt < 0 ? "EQ" : (cells[seriesAt] ?? "").trim();
    if (series === "EQ" || series === "" || SHARE_SERIES.has(series)) return symbol;
    const name = `${symbol}-${series}`;
    this.#otherSeries ??= { symbol, series, name };
    return name;
  }

  /** Whether a row whose first letter is no digit is one of the table. Notes the others as left out. */
  #isData(text: string, cells: readonly string[], line: number): boolean {
    if (writtenDay(text) !== null) return true;
    const header = this.#layout?.header.cells ?? [];
    const trimmed = cells.map((cell) => cell.trim());
    if (trimmed.every((cell) => cell === "")) return false;
    if (trimmed.every((cell, at) => cell === (header[at] ?? ""))) {
      return this.#left.add("repeated header", { line, text });
    }
    if (headingOf(text) === "date" && trimmed.some((cell) => cell !== text && isWord(cell))) {
      this.#secondHeaderAt = line;
    }
    const sum = text === "" ? trimmed.slice(0, this.#layout?.dateAt).find(isSum) : isSum(text) ? text : undefined;
    if (sum !== undefined) return this.#left.add("sum", { line, text: sum });
    const hasNumber = trimmed.some((cell, at) => at !== this.#layout?.dateAt && isNumber(cell));
    if (hasNumber || trimmed.some((cell) => looksLikeDay(cell))) return true;
    return this.#left.add("note", { line, text: trimmed.find((cell) => cell !== "") ?? "" });
  }

  /** Whether a row has as many cells as the header, blank ones at its end aside. */
  #isOfWidth(
    cells: readonly string[],
    { header }: Layout,
    { line, row }: { readonly line: number; readonly row: number },
  ): boolean {
    const width = header.cells.length;
    if (cells.length === width) return true;
    const more = cells.length > width ? cells.slice(width) : header.cells.slice(cells.length);
    if (more.every((cell) => cell.trim() === "")) return true;
    this.#faults.found({
      place: { of: "row", row },
      cause: "width",
      what: `Cannot read a row of ${cells.length} fields`,
      why: `the header has ${width}`,
      where: `line ${line}`,
    });
    return true;
  }
}

/** Returns a heading without blanks around it, and with a blank in place of each line break. */
function inOneLine(cell: string): string {
  return cell.includes("\n") ? cell.replace(/\s*\n\s*/g, " ").trim() : cell.trim();
}

function isWord(cell: string): boolean {
  return cell !== "" && !isNumber(cell) && writtenDay(cell) === null;
}

/** Series of NSE that trade shares, which a share may leave for another. */
const SHARE_SERIES: ReadonlySet<string> = new Set(["EQ", "BE", "BZ", "SM", "ST", "SZ"]);

/** Returns a text of ASCII bytes that is a copy. A part of a larger text would keep the whole of it in memory. */
function copied(bytes: Uint8Array, begin: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(begin, end));
}
