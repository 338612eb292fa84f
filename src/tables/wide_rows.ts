import { CellReader } from "./cell_reader.ts";
import type { ValueColumn } from "./layout.ts";
import { NumberColumn } from "./number_column.ts";
import type { PlainRow } from "./plain_row.ts";
import type { TableFaults } from "./table_faults.ts";
import type { RawRow, TableRows } from "./table_rows.ts";
import { MARK } from "./written_number.ts";

/** Rows with one cell for each asset. */
export class WideRows implements TableRows {
  readonly rows: RawRow[] = [];
  readonly names: readonly string[];
  readonly numbers: readonly NumberColumn[];
  readonly repeats = 0;
  readonly #columns: readonly ValueColumn[];
  readonly #reader: CellReader;

  constructor(columns: readonly ValueColumn[], faults: TableFaults) {
    this.#columns = columns;
    this.#reader = new CellReader(faults);
    this.names = columns.map(({ name }) => name);
    this.numbers = columns.map(() => new NumberColumn());
  }

  numberOf(asset: number): number {
    return asset;
  }

  placeOf(asset: number): number {
    return this.#columns[asset].at;
  }

  take(cells: readonly string[], { day, line }: { readonly day: number; readonly line: number }): void {
    const columns = this.#columns, reader = this.#reader;
    const values = new Float64Array(columns.length), marks = new Uint8Array(columns.length);
    reader.line = line;
    for (let j = 0; j < columns.length; j++) {
      const cell = cells[columns[j].at] ?? "";
      values[j] = reader.read(cell, this.numbers[j]);
      marks[j] = reader.mark;
      if (reader.mark === MARK.none) reader.tellNoNumber(cell, { ...columns[j], row: this.rows.length });
    }
    this.rows.push({ day, line, values, marks });
  }

  /** Takes the row that a plain line has, whose cells `textOf` returns. */
  takePlain(
    plain: PlainRow,
    { day, line, textOf }: {
      readonly day: number;
      readonly line: number;
      readonly textOf: (begin: number, end: number) => string;
    },
  ): void {
    const { begins, ends } = plain, { values, marks } = plain.takeRow(), columns = this.numbers;
    for (let j = 0; j < columns.length; j++) {
      const { counts, examples } = columns[j], mark = marks[j];
      if (counts[mark]++ === 0) examples[mark] = { cell: textOf(begins[j], ends[j]), line };
    }
    this.rows.push({ day, line, values, marks });
  }
}
