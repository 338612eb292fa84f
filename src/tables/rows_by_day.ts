import { quoted, type TableFaults } from "./table_faults.ts";
import { ABSENT, type RawRow } from "./table_rows.ts";
import type { Mark } from "./written_number.ts";

/** A value for an asset on a day, and where the file has it. */
interface DayValue {
  readonly name: string;
  readonly asset: number;
  readonly value: number;
  readonly mark: Mark;
  readonly line: number;
}

/** Rows of a table, one for each day, that are filled value by value. */
export class RowsByDay {
  readonly rows: RawRow[] = [];
  /** Number of values that were found twice: their day already had the same value for the asset. */
  repeats = 0;
  readonly #faults: TableFaults;
  readonly #rowOf = new Map<number, RawRow>();

  constructor(faults: TableFaults) {
    this.#faults = faults;
  }

  /** Returns the row of a day, with room for the assets. A new row has `line` as its line. */
  rowAt(day: number, { line, assets }: { readonly line: number; readonly assets: number }): RawRow {
    let row = this.#rowOf.get(day);
    if (row === undefined) {
      row = { day, line, values: new Float64Array(0), marks: new Uint8Array(0) };
      this.#rowOf.set(day, row);
      this.rows.push(row);
    }
    if (assets > row.values.length) widen(row, assets);
    return row;
  }

  /** Sets a value in a row. Adds a fault where the row has another one for the asset. */
  set(row: RawRow, { name, asset, value, mark, line }: DayValue): void {
    if (row.marks[asset] === ABSENT) {
      row.values[asset] = value;
      row.marks[asset] = mark;
    } else if (row.marks[asset] === mark && Object.is(row.values[asset], value)) this.repeats++;
    else {
      this.#faults.found({
        place: { of: "row", row: this.rows.indexOf(row) },
        cause: "twice",
        what: `Cannot take ${quoted(name)} twice on one day`,
        why: "its rows differ",
        where: `line ${line}`,
      });
    }
  }
}

function widen(row: RawRow, assets: number): void {
  const values = new Float64Array(assets).fill(NaN), marks = new Uint8Array(assets).fill(ABSENT);
  values.set(row.values);
  marks.set(row.marks);
  row.values = values;
  row.marks = marks;
}
