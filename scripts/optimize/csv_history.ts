import { CsvError, parse } from "csv-parse";
import { Readable } from "node:stream";
import { assetId } from "../../src/domain/asset.ts";
import { entryAt } from "../../src/domain/entry_at.ts";
import { type Fault, jsonPointer } from "../../src/domain/errors.ts";
import { matrix } from "../../src/domain/matrix.ts";
import { dayOf, isCalendarDate } from "../../src/faults/calendar_date.ts";
import { FaultList } from "../../src/faults/fault_list.ts";
import { HISTORY_LIMITS, type HistoryTable, type Locator } from "../../src/request/parts/history.ts";
import { shown } from "../../src/faults/schema_faults.ts";

/** Largest line of a CSV file in bytes. A longer line is refused, because it cannot be a row of 2,000 numbers. */
const MAX_LINE_BYTES = 512 * 1024;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export interface CsvOptions {
  readonly kind: "prices" | "returns";
  /** Columns of a CSV file to read as assets. Where absent, all except the first (dates) and the benchmark's. */
  readonly assets?: readonly string[];
  /** Column of a CSV file that holds the benchmark and is not an asset. */
  readonly benchmark?: string;
  readonly signal: AbortSignal;
}

export interface CsvHistory {
  readonly table: HistoryTable;
  /** Benchmark values of a CSV file, NaN where missing. Null where no benchmark column was named or found. */
  readonly benchmark: Float64Array | null;
  readonly faults: readonly Fault[];
  readonly locate: Locator;
}

/**
 * Reads a CSV stream as a table. The first column holds dates, each other column an asset, and a blank cell is a
 * missing value. Stops at the first line beyond the limits of a run.
 */
export async function readCsvHistory(pieces: AsyncIterable<string>, options: CsvOptions): Promise<CsvHistory> {
  const reader = new CsvReader(options);
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_LINE_BYTES,
  });
  const source = Readable.from(pieces);
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser) {
      options.signal.throwIfAborted();
      if (!reader.take(record, info.lines)) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    reader.refuse(`Cannot read the file as CSV ${placeOf(error)}: ${CSV_FAULTS[error.code] ?? error.message}`);
  } finally {
    source.destroy();
    await closed(source);
  }
  return reader.history();
}

/** Promise that resolves when a text stream and its source are closed. */
function closed(stream: Readable): Promise<void> {
  return stream.closed ? Promise.resolve() : new Promise((resolve) => stream.once("close", () => resolve()));
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: "a quote stands in the middle of a cell",
  CSV_INVALID_CLOSING_QUOTE: "a cell goes on after its closing quote",
  CSV_QUOTE_NOT_CLOSED: "a quote is never closed",
  CSV_MAX_RECORD_SIZE: `a line is longer than ${MAX_LINE_BYTES >> 10} KiB`,
};

/** Returns where the CSV parser failed: the line that it had reached, or the end of the file. */
function placeOf(error: CsvError): string {
  return typeof error.lines === "number" ? `at line ${error.lines}` : "to its end";
}

/** Returns the reason why a first line is no header, or null where it may be one. */
function headerProblem([first = "", ...names]: readonly string[]): string | null {
  if (first.startsWith("\ufffd") || first.includes("\0")) {
    return "Cannot read the header: is the file UTF-16? Save it as UTF-8";
  }
  if (names.length === 0 && /[;\t|]/.test(first)) {
    return `Cannot find a second column: the header is one cell, ${shown(first)}; is the separator a comma?`;
  }
  const isNumbers = names.length > 0 && names.every((name) => name.trim() !== "" && Number.isFinite(Number(name)));
  return isNumbers && isCalendarDate(dayOf(first))
    ? "Cannot find a header: the first line is a date with numbers; put the names of the columns above it"
    : null;
}

/** Returns the sentence that refuses a column which is both the benchmark and an asset. */
export function benchmarkAsAsset(name: string): string {
  const held = JSON.stringify({ weights: { [name]: 1 } });
  return `Cannot take "${name}" as an asset: its column is the benchmark; one that may be held is "benchmark": ${held}`;
}

class CsvReader {
  readonly #options: CsvOptions;
  readonly #faults = new FaultList();
  readonly #dates: string[] = [];
  readonly #lines: number[] = [];
  readonly #values: Float64Array[] = [];
  readonly #benchmark: number[] = [];
  #width = 0;
  #headerLine = 1;
  #columns: readonly { readonly name: string; readonly at: number }[] | null = null;
  #benchmarkAt = -1;

  constructor(options: CsvOptions) {
    this.#options = options;
  }

  /** Reads a line as the header or as a row. Returns false where no further lines are wanted. */
  take(cells: readonly string[], line: number): boolean {
    if (this.#columns === null) return this.#takeHeader(cells, line);
    if (this.#dates.length === HISTORY_LIMITS.rows) {
      const detail = `Cannot take more than ${HISTORY_LIMITS.rows} rows (line ${line})`;
      this.#faults.add(`/${this.#options.kind}/dates`, detail);
      return false;
    }
    this.#takeRow(cells, line, this.#columns);
    return true;
  }

  refuse(detail: string): void {
    this.#faults.add(`/${this.#options.kind}`, detail);
  }

  history(): CsvHistory {
    const columns = this.#columns ?? [];
    if (this.#columns === null && this.#faults.isEmpty) this.refuse("Cannot find a header: the file is empty");
    const values = matrix(this.#dates.length, columns.length);
    this.#values.forEach((row, i) => values.data.set(row, i * columns.length));
    const lines = this.#lines, headerLine = this.#headerLine;
    return {
      table: { dates: this.#dates, assets: columns.map(({ name }) => assetId(name)), values },
      benchmark: this.#benchmarkAt < 0 ? null : Float64Array.from(this.#benchmark),
      faults: this.#faults.told,
      locate({ row, column }) {
        const line = row === null ? headerLine : lines[row];
        return column === null ? ` (line ${line})` : ` (line ${line}, column ${entryAt(columns, column).at + 1})`;
      },
    };
  }

  #takeHeader(cells: readonly string[], line: number): boolean {
    const { kind, assets, benchmark } = this.#options;
    this.#width = cells.length;
    this.#headerLine = line;
    const problem = headerProblem(cells);
    if (problem !== null) {
      this.refuse(`${problem} (line ${line})`);
      return false;
    }
    const named = cells.map((name, at) => ({ name, at })).slice(1);
    if (benchmark !== undefined) this.#benchmarkAt = this.#findBenchmark(named, benchmark);
    const others = named.filter(({ at }) => at !== this.#benchmarkAt);
    this.#columns = assets === undefined ? others : assets.flatMap((asset) => {
      const found = others.filter(({ name }) => name === asset);
      if (found.length > 0) return found;
      if (asset === benchmark) {
        this.#faults.add(`/${kind}/series${jsonPointer(asset)}`, benchmarkAsAsset(asset));
        return [];
      }
      const known = (): readonly string[] => others.map(({ name }) => name);
      this.#faults.add(
        `/${kind}/series${jsonPointer(asset)}`,
        (suggest) => `Cannot find asset "${asset}" in the file${suggest(asset, known)}`,
      );
      return [];
    });
    if (this.#columns.length <= HISTORY_LIMITS.assets) return true;
    const detail = `Cannot take ${this.#columns.length} assets: a run takes at most ${HISTORY_LIMITS.assets}`;
    this.#faults.add(`/${kind}/series`, detail);
    this.#columns = [];
    return false;
  }

  #findBenchmark(named: readonly { name: string; at: number }[], benchmark: string): number {
    const found = named.find(({ name }) => name === benchmark);
    if (found !== undefined) return found.at;
    const known = (): readonly string[] => named.map(({ name }) => name);
    this.#faults.add(
      "/benchmark",
      (suggest) => `Cannot find benchmark "${benchmark}" in the file${suggest(benchmark, known)}`,
    );
    return -1;
  }

  #takeRow(cells: readonly string[], line: number, columns: readonly { name: string; at: number }[]): void {
    const row = this.#dates.length;
    const { kind } = this.#options;
    if (cells.length !== this.#width) {
      const detail = `Cannot read a row of ${cells.length} fields: the header has ${this.#width} (line ${line})`;
      this.#faults.add(`/${kind}/dates/${row}`, detail);
    }
    this.#dates.push(dayOf(cells[0] ?? ""));
    this.#lines.push(line);
    const read = (name: string, at: number, pointer: string): number => {
      const cell = cells[at] ?? "";
      if (cell === "") return NaN;
      if (NUMBER.test(cell)) return Number(cell);
      const detail = `Cannot read ${shown(cell)} of "${name}": a number or a blank is needed`;
      this.#faults.add(pointer, `${detail} (line ${line}, column ${at + 1})`);
      return NaN;
    };
    const values = Float64Array.from(
      columns,
      ({ name, at }) => read(name, at, `/${kind}/series${jsonPointer(name)}/${row}`),
    );
    this.#values.push(values);
    if (this.#benchmarkAt >= 0) {
      this.#benchmark.push(read("the benchmark", this.#benchmarkAt, `/benchmark/prices/${row}`));
    }
  }
}
