import { CellReader } from "./cell_reader.ts";
import type { ValueColumn } from "./layout.ts";
import { NumberColumn } from "./number_column.ts";
import { RowsByDay } from "./rows_by_day.ts";
import type { TableFaults } from "./table_faults.ts";
import type { RawRow, TableRows } from "./table_rows.ts";
import { MARK } from "./written_number.ts";

/** Fewest assets for which a row of the long form has room, since it gets its assets one by one. */
const LEAST_ROOM = 8;

/** Rows with one cell for one asset each, which become one row for each day. */
export class LongRows implements TableRows {
  readonly numbers: readonly NumberColumn[] = [new NumberColumn()];
  readonly #column: ValueColumn;
  readonly #reader: CellReader;
  readonly #byDay: RowsByDay;
  readonly #assets = new Map<string, number>();

  constructor(column: ValueColumn, faults: TableFaults) {
    this.#column = column;
    this.#reader = new CellReader(faults);
    this.#byDay = new RowsByDay(faults);
  }

  get rows(): readonly RawRow[] {
    return this.#byDay.rows;
  }

  get repeats(): number {
    return this.#byDay.repeats;
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
    { day, line, symbol }: { readonly day: number; readonly line: number; readonly symbol: string },
  ): void {
    const { at } = this.#column, cell = cells[at] ?? "", reader = this.#reader, [numbers] = this.numbers;
    reader.line = line;
    const value = reader.read(cell, numbers), { mark } = reader;
    const asset = this.#assetOf(symbol), row = this.#rowAt(day, { line, asset });
    if (mark === MARK.none) reader.tellNoNumber(cell, { name: symbol, at, row: this.rows.length - 1 });
    this.#byDay.set(row, { name: symbol, asset, value, mark, line });
  }

  #assetOf(symbol: string): number {
    const known = this.#assets.get(symbol);
    if (known !== undefined) return known;
    const asset = this.#assets.size;
    this.#assets.set(symbol, asset);
    return asset;
  }

  /** Returns the row of a day with room for an asset, and for more where it must grow. */
  #rowAt(day: number, { line, asset }: { readonly line: number; readonly asset: number }): RawRow {
    const row = this.#byDay.rowAt(day, { line, assets: 0 });
    if (asset < row.values.length) return row;
    return this.#byDay.rowAt(day, { line, assets: Math.max(LEAST_ROOM, 2 * asset, this.#assets.size) });
  }
}
