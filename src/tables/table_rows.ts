import type { ValueColumn } from "./layout.ts";
import { NumberColumn } from "./number_column.ts";
import { quoted, type TableFaults } from "./table_faults.ts";
import { writtenDay } from "./written_day.ts";
import { MARK, WrittenNumber } from "./written_number.ts";

/** Mark of a cell that no row of the file has. */
export const ABSENT = 255;

/** A row of a table as it was read, before it is known how its numbers and its day are meant. */
export interface RawRow {
  /** Number of the text of its day. */
  readonly day: number;
  readonly line: number;
  values: Float64Array;
  /** Marks of its numbers. */
  marks: Uint8Array;
}

/** Rows of a table, while they are read. */
export interface TableRows {
  readonly rows: readonly RawRow[];
  readonly names: readonly string[];
  /** What the cells showed, by column of the file. */
  readonly numbers: readonly NumberColumn[];
  /** Column of `numbers` that an asset belongs to. */
  numberOf(asset: number): number;
  /** Column of the file, from 0, with the values of an asset. */
  placeOf(asset: number): number;
  /** Number of rows that say again what another one says. */
  readonly repeats: number;
}

/** Rows with one cell for each asset. */
export class WideRows implements TableRows {
  readonly rows: RawRow[] = [];
  readonly numbers: readonly NumberColumn[];
  readonly repeats = 0;
  readonly #columns: readonly ValueColumn[];
  readonly #faults: TableFaults;
  readonly #written = new WrittenNumber();

  constructor(columns: readonly ValueColumn[], faults: TableFaults) {
    this.#columns = columns;
    this.#faults = faults;
    this.numbers = columns.map(() => new NumberColumn());
  }

  get names(): readonly string[] {
    return this.#columns.map(({ name }) => name);
  }

  numberOf(asset: number): number {
    return asset;
  }

  placeOf(asset: number): number {
    return this.#columns[asset].at;
  }

  take(cells: readonly string[], { day, line }: { readonly day: number; readonly line: number }): void {
    const columns = this.#columns, written = this.#written;
    const values = new Float64Array(columns.length), marks = new Uint8Array(columns.length);
    for (let j = 0; j < columns.length; j++) {
      const cell = cells[columns[j].at] ?? "";
      values[j] = written.read(cell);
      const { mark } = written, numbers = this.numbers[j];
      marks[j] = mark;
      if (numbers.counts[mark]++ === 0) numbers.examples[mark] = { cell: cell.trim(), line };
      if (mark === MARK.none) {
        const { name, at } = columns[j];
        noNumber(this.#faults, { cell, name, at, line, row: this.rows.length });
      } else if (written.isDecorated) {
        numbers.noteDecorated(written, { cell: cell.trim(), line });
        written.clear();
      }
    }
    this.rows.push({ day, line, values, marks });
  }
}

/** Rows with one cell for one asset each, which become one row for each day. */
export class LongRows implements TableRows {
  readonly rows: RawRow[] = [];
  readonly numbers: readonly NumberColumn[] = [new NumberColumn()];
  repeats = 0;
  readonly #column: ValueColumn;
  readonly #faults: TableFaults;
  readonly #written = new WrittenNumber();
  readonly #assets = new Map<string, number>();
  readonly #rowOf = new Map<number, RawRow>();

  constructor(column: ValueColumn, faults: TableFaults) {
    this.#column = column;
    this.#faults = faults;
  }

  get names(): readonly string[] {
    return [...this.#assets.keys()];
  }

  get assets(): number {
    return this.#assets.size;
  }

  numberOf(): number {
    return 0;
  }

  placeOf(): number {
    return this.#column.at;
  }

  take(
    cells: readonly string[],
    place: { readonly day: number; readonly line: number; readonly symbol: string },
  ): void {
    const { day, line, symbol } = place;
    const { at } = this.#column, cell = cells[at] ?? "", written = this.#written;
    const value = written.read(cell), { mark } = written, [numbers] = this.numbers;
    if (numbers.counts[mark]++ === 0) numbers.examples[mark] = { cell: cell.trim(), line };
    const asset = this.#assetOf(symbol), row = this.#rowAt(day, line, asset);
    if (mark === MARK.none) {
      noNumber(this.#faults, { cell, name: symbol, at, line, row: this.rows.length - 1 });
    } else if (written.isDecorated) {
      numbers.noteDecorated(written, { cell: cell.trim(), line });
      written.clear();
    }
    if (row.marks[asset] === ABSENT) {
      row.values[asset] = value;
      row.marks[asset] = mark;
    } else if (row.marks[asset] === mark && Object.is(row.values[asset], value)) this.repeats++;
    else {
      this.#faults.found({
        place: { of: "row", row: this.rows.indexOf(row) },
        cause: "twice",
        what: `Cannot take ${quoted(symbol)} twice on one day`,
        why: "its rows differ",
        where: `line ${line}`,
      });
    }
  }

  #assetOf(symbol: string): number {
    const known = this.#assets.get(symbol);
    if (known !== undefined) return known;
    const asset = this.#assets.size;
    this.#assets.set(symbol, asset);
    return asset;
  }

  /** Returns the row of a day, wide enough for an asset. */
  #rowAt(day: number, line: number, asset: number): RawRow {
    let row = this.#rowOf.get(day);
    if (row === undefined) {
      row = { day, line, values: new Float64Array(0), marks: new Uint8Array(0) };
      this.#rowOf.set(day, row);
      this.rows.push(row);
    }
    if (asset >= row.values.length) {
      const width = Math.max(8, 2 * asset, this.#assets.size);
      const values = new Float64Array(width).fill(NaN), marks = new Uint8Array(width).fill(ABSENT);
      values.set(row.values);
      marks.set(row.marks);
      row.values = values;
      row.marks = marks;
    }
    return row;
  }
}

/** Whether a cell of a row was in the file. */
export function isPresent(mark: number | undefined): boolean {
  return mark !== undefined && mark !== ABSENT;
}

/** Adds the fault of a cell that is no number. */
export function noNumber(
  faults: TableFaults,
  { cell, name, at, line, row }: { cell: string; name: string; at: number; line: number; row: number },
): void {
  const { cause, why } = reasonOf(cell.trim());
  faults.found({
    place: { of: "cell", name, row },
    cause,
    what: `Cannot read ${quoted(cell.trim())} of "${name}"`,
    why,
    where: `line ${line}, column ${at + 1}`,
  });
}

function reasonOf(cell: string): { readonly cause: string; readonly why: string } {
  if (/^[=@]/.test(cell)) return { cause: "formula", why: "it is a formula; save its value" };
  const written = writtenDay(cell);
  if (written !== null && written.form === "day") {
    return { cause: "day in a number", why: "it is a day; a number or a blank is needed" };
  }
  return { cause: "number", why: "a number or a blank is needed" };
}
