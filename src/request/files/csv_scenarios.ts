import { assetId } from "../../domain/asset.ts";
import { matrix } from "../../domain/matrix.ts";
import { AlikeFaults } from "../../faults/alike_faults.ts";
import { FaultList } from "../../faults/fault_list.ts";
import { dialectOf } from "../../tables/dialect.ts";
import { headingOf } from "../../tables/heading.ts";
import { isNumber } from "../../tables/is_number.ts";
import { PlainRow } from "../../tables/plain_row.ts";
import { type AsciiLine, CsvError, RecordReader } from "../../tables/record_reader.ts";
import { quoted } from "../../tables/table_faults.ts";
import { looksLikeDay, writtenDay } from "../../tables/written_day.ts";
import { isWithinAssets, MOST_RETURNS, MOST_SCENARIOS } from "../parts/scenario_checks.ts";
import type { CsvHistory } from "./csv_history.ts";
import { GrowingRows } from "./growing_rows.ts";

/** Letters of a text that are enough to tell its dialect. */
const ENOUGH_LETTERS = 1024 * 1024;

/**
 * Reads scenarios from text: one line with the names of the assets, then one line of numbers for each scenario. There
 * is no column of days. Every cell needs a number with digits, at most a sign, a decimal point and an exponent. Returns
 * faults with pointers to scenarios of a request, and stops at the first line beyond the limits of a run. The values of
 * the numbers are left to `checkScenarios`.
 */
export async function readCsvScenarios(pieces: AsyncIterable<string>, signal: AbortSignal): Promise<CsvHistory> {
  const reader = new ScenarioReader();
  for await (const piece of pieces) {
    signal.throwIfAborted();
    if (!reader.push(piece)) break;
  }
  return reader.end();
}

/** The header of a text of scenarios, and what is needed to read the lines below it. */
interface Columns {
  readonly names: readonly string[];
  readonly line: number;
  readonly plain: PlainRow;
  readonly rows: GrowingRows;
  readonly mostRows: number;
}

class ScenarioReader {
  readonly #faults = new FaultList();
  readonly #ofScenarios = this.#faults.within("/scenarios");
  readonly #alike = new AlikeFaults();
  /** First pieces of the text, kept until they are enough to tell its dialect. Null afterwards. */
  #begin: string[] | null = [];
  #letters = 0;
  #separator = ",";
  #reader: RecordReader | null = null;
  #columns: Columns | null = null;
  /** Line of each scenario. */
  readonly #lines: number[] = [];
  /** First blank line below the header that only blank lines have followed so far; null if there is none. */
  #blankLine: number | null = null;
  #isDone = false;

  /** Reads the next piece of text. Returns false where no more text is wanted. */
  push(piece: string): boolean {
    if (this.#isDone) return false;
    if (this.#begin === null) return this.#guarded(() => this.#reader?.push(piece) ?? false);
    this.#begin.push(piece);
    this.#letters += piece.length;
    return this.#letters < ENOUGH_LETTERS || this.#guarded(() => this.#openReader());
  }

  /** Ends the text and returns its scenarios. */
  end(): CsvHistory {
    this.#guarded(() => {
      if (this.#begin !== null) this.#openReader();
      if (!this.#isDone) this.#reader?.end();
      return true;
    });
    this.#alike.tell(this.#ofScenarios);
    const columns = this.#columns;
    if (columns === null && this.#faults.isEmpty) {
      this.#ofScenarios.add(
        "",
        "Cannot find a header: the file is empty; put the names of the assets into its first line",
      );
    }
    const { names = [], line = 1, rows } = columns ?? {};
    const values = rows === undefined || !this.#faults.isEmpty ? matrix(0, names.length) : rows.takeMatrix();
    return {
      table: { dates: [], assets: names.map(assetId), values },
      benchmark: null,
      faults: this.#faults.told,
      doubts: [],
      places: { headerLine: line, lines: this.#lines, columns: Array.from(names.keys()) },
    };
  }

  #guarded(read: () => boolean): boolean {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      return this.#refuse("", `Cannot read the file as CSV ${error.message}`);
    }
  }

  #refuse(pointer: string, detail: string): false {
    this.#ofScenarios.add(pointer, detail);
    this.#isDone = true;
    return false;
  }

  #openReader(): boolean {
    const begin = (this.#begin ?? []).join("").replace(/^\uFEFF/, "");
    this.#begin = null;
    const dialect = dialectOf(begin.slice(0, ENOUGH_LETTERS));
    this.#separator = dialect.separator;
    this.#reader = new RecordReader(
      dialect,
      (cells, line) => this.#take(cells, line),
      (line) => this.#takePlainLine(line),
    );
    return this.#reader.push(begin);
  }

  #take(cells: readonly string[], line: number): boolean {
    const isBlank = cells.length === 1 && cells[0]?.trim() === "";
    if (this.#columns === null) return isBlank || isSeparatorLine(cells) || this.#header(cells, line);
    if (isBlank) {
      this.#blankLine ??= line;
      return true;
    }
    return this.#row(this.#columns, cells, line);
  }

  #header(cells: readonly string[], line: number): boolean {
    const names = cells.map((cell) => cell.replace(/\s*\n\s*/g, " ").trim());
    if (names.every(isNumber) && !names.every((name) => /^\d+$/.test(name))) {
      const what = "the first line has numbers; put the names of the assets above it";
      return this.#refuse("/assets", `Cannot find a header: ${what} (line ${line})`);
    }
    if (!isWithinAssets(names.length, this.#ofScenarios)) {
      this.#isDone = true;
      return false;
    }
    const places = Array.from(names.keys());
    this.#columns = {
      names,
      line,
      plain: new PlainRow(places, { assets: names.length, separator: this.#separator }),
      rows: new GrowingRows(names.length),
      mostRows: Math.min(MOST_SCENARIOS, Math.floor(MOST_RETURNS / names.length)),
    };
    return true;
  }

  /** Takes a line of plain numbers as a scenario. Returns false for any other line, which `#take` then takes. */
  #takePlainLine({ bytes, begin, end, line }: AsciiLine): boolean {
    const columns = this.#columns, row = this.#lines.length;
    // The first line below the header is looked at for days.
    if (columns === null || row === 0 || row === columns.mostRows || begin === end || this.#isDone) return false;
    if (this.#blankLine !== null || !columns.plain.read(bytes, begin, end)) return false;
    const { values } = columns.plain;
    if (values.includes(NaN)) return false;
    columns.rows.add(values);
    this.#lines.push(line);
    return true;
  }

  #row(columns: Columns, cells: readonly string[], line: number): boolean {
    const { names, mostRows } = columns, row = this.#lines.length;
    if (row === 0 && isDay(names[0] ?? "", cells[0] ?? "")) return this.#refuseDays(names[0] ?? "", cells, line);
    if (row === mostRows) {
      const most = mostRows === MOST_SCENARIOS ? "" : ` of ${names.length} assets`;
      return this.#refuse("/matrix", `Cannot take more than ${mostRows} scenarios${most} (line ${line})`);
    }
    this.#tellBlankLine(row);
    this.#lines.push(line);
    if (cells.length !== names.length) {
      const detail = `Cannot use a row of ${cells.length} numbers for ${names.length} assets: give one for each`;
      this.#alike.add("ragged", { pointer: `/matrix/${row}`, ...toldAt(detail, `line ${line}`) });
      return true;
    }
    const values = cells.map((cell, column) => {
      const text = cell.trim();
      if (PLAIN.test(text)) return Number(text);
      const detail = `Cannot read ${quoted(text)} of "${names[column]}": a number with a decimal point is needed`;
      const where = `line ${line}, column ${column + 1}`;
      this.#alike.add("number", { pointer: `/matrix/${row}/${column}`, ...toldAt(detail, where) });
      return NaN;
    });
    columns.rows.add(values);
    return true;
  }

  #refuseDays(name: string, cells: readonly string[], line: number): false {
    const found = `${quoted(cells[0]?.trim() ?? "")} in the column ${quoted(name)}`;
    const advice = "a scenario has no day; leave the column of days out";
    return this.#refuse("/assets/0", `Cannot take the day ${found}: ${advice} (line ${line}, column 1)`);
  }

  /** Reports a blank line above the scenario that is read, so that no missing number goes unseen in a single column. */
  #tellBlankLine(row: number): void {
    const line = this.#blankLine;
    if (line === null) return;
    this.#blankLine = null;
    const detail = "Cannot use a blank line: each scenario has a number for each asset";
    this.#alike.add("blank", { pointer: `/matrix/${row}`, ...toldAt(detail, `line ${line}`) });
  }
}

/** A number of digits with at most a sign, a decimal point and an exponent. */
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function toldAt(detail: string, where: string): { readonly detail: string; readonly place: string } {
  return { detail: `${detail} (${where})`, place: where };
}

/** Whether a line tells the separator of cells, as spreadsheet programs write it above a header. */
function isSeparatorLine(cells: readonly string[]): boolean {
  return /^sep=.?$/i.test(cells[0] ?? "");
}

/** Whether the first cell of a table is a day. Below a heading of days a number may count days or seconds. */
function isDay(heading: string, cell: string): boolean {
  if (looksLikeDay(cell)) return true;
  const form = headingOf(heading) === "date" ? writtenDay(cell)?.form : undefined;
  return form === "serial" || form === "epoch" || form === "compact month";
}
