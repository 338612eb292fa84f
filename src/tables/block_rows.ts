import { CellReader } from "./cell_reader.ts";
import type { ValueColumn } from "./layout.ts";
import { NumberColumn } from "./number_column.ts";
import { RowsByDay } from "./rows_by_day.ts";
import { quoted, type TableFaults } from "./table_faults.ts";
import type { RawRow, TableRows } from "./table_rows.ts";
import { MARK } from "./written_number.ts";

/** Assets that have one column of days, with the days as they stand in it. */
interface DayBlock {
  readonly dayAt: number;
  /** Places of its assets among all columns. */
  readonly assets: readonly number[];
  /** Numbers of the texts of its days, and their lines, in the order of the file. */
  readonly days: number[];
  readonly lines: number[];
}

/** Rows in which assets stand side by side with a column of days each, joined to one row for each day. */
export class BlockRows implements TableRows {
  readonly names: readonly string[];
  readonly numbers: readonly NumberColumn[];
  readonly blocks: readonly DayBlock[];
  /** Whether all columns of days are equal so far. */
  areEqual = true;
  readonly #columns: readonly ValueColumn[];
  readonly #faults: TableFaults;
  readonly #reader: CellReader;
  readonly #byDay: RowsByDay;

  constructor(columns: readonly ValueColumn[], faults: TableFaults) {
    this.#columns = columns;
    this.#faults = faults;
    this.#reader = new CellReader(faults);
    this.#byDay = new RowsByDay(faults);
    this.names = columns.map(({ name }) => name);
    this.numbers = columns.map(() => new NumberColumn());
    const places = Map.groupBy(columns.keys(), (asset) => columns[asset]?.dayAt ?? 0);
    this.blocks = [...places].map(([dayAt, assets]) => ({ dayAt, assets, days: [], lines: [] }));
  }

  get rows(): readonly RawRow[] {
    return this.#byDay.rows;
  }

  get repeats(): number {
    return this.#byDay.repeats;
  }

  numberOf(asset: number): number {
    return asset;
  }

  placeOf(asset: number): number {
    return this.#columns[asset].at;
  }

  /** Takes a record, whose days `idOf` numbers. */
  take(
    cells: readonly string[],
    { line, idOf }: { readonly line: number; readonly idOf: (text: string) => number },
  ): void {
    const texts = this.blocks.map(({ dayAt }) => (cells[dayAt] ?? "").trim());
    if (texts.some((text) => text !== texts[0])) this.areEqual = false;
    this.blocks.forEach((block, k) => {
      const text = texts[k] ?? "";
      if (text === "") return this.#tellUndated(block, cells, line);
      const day = idOf(text);
      block.days.push(day);
      block.lines.push(line);
      const row = this.#byDay.rowAt(day, { line, assets: this.#columns.length });
      for (const asset of block.assets) this.#set(row, asset, { cell: cells[this.placeOf(asset)] ?? "", line });
    });
  }

  /** Adds the fault of the first value beside which no day stands. */
  #tellUndated({ assets }: DayBlock, cells: readonly string[], line: number): void {
    const asset = assets.find((asset) => (cells[this.placeOf(asset)] ?? "").trim() !== "");
    if (asset === undefined) return;
    const { name, at } = this.#columns[asset];
    this.#faults.found({
      place: { of: "column", name },
      cause: "no day",
      what: `Cannot take ${quoted((cells[at] ?? "").trim())} of "${name}"`,
      why: "its column of days is blank there",
      where: `line ${line}, column ${at + 1}`,
    });
  }

  #set(row: RawRow, asset: number, { cell, line }: { readonly cell: string; readonly line: number }): void {
    const reader = this.#reader, { name, at } = this.#columns[asset];
    reader.line = line;
    const value = reader.read(cell, this.numbers[asset]), { mark } = reader;
    if (mark === MARK.none) reader.tellNoNumber(cell, { name, at, row: this.rows.indexOf(row) });
    this.#byDay.set(row, { name, asset, value, mark, line });
  }
}
