import type { NumberColumn } from "./number_column.ts";
import { quoted, type TableFaults } from "./table_faults.ts";
import { writtenDay } from "./written_day.ts";
import { MARK, type Mark, WrittenNumber } from "./written_number.ts";

/** Where a cell stands: below a name, in a column of the file, and in a row of the table. */
interface CellPlace {
  readonly name: string;
  readonly at: number;
  readonly row: number;
}

/** Reads cells as numbers, and notes in their columns how they are written. */
export class CellReader {
  /** Line of the cells that are read. */
  line = 0;
  /** How the last cell writes its number. */
  mark: Mark = MARK.missing;
  readonly #written = new WrittenNumber();
  readonly #faults: TableFaults;

  constructor(faults: TableFaults) {
    this.#faults = faults;
  }

  /** Returns the number of a cell, and sets `mark`; NaN where there is none. */
  read(cell: string, numbers: NumberColumn): number {
    const written = this.#written, value = written.read(cell), { mark } = written;
    this.mark = mark;
    if (numbers.counts[mark]++ === 0) numbers.examples[mark] = { cell: cell.trim(), line: this.line };
    if (!written.isDecorated) return value;
    numbers.noteDecorated(written, { cell: cell.trim(), line: this.line });
    written.clear();
    return value;
  }

  /** Adds the fault of a cell that is no number. */
  tellNoNumber(cell: string, { name, at, row }: CellPlace): void {
    const { cause, why } = reasonOf(cell.trim());
    this.#faults.found({
      place: { of: "cell", name, row },
      cause,
      what: `Cannot read ${quoted(cell.trim())} of "${name}"`,
      why,
      where: `line ${this.line}, column ${at + 1}`,
    });
  }
}

function reasonOf(cell: string): { readonly cause: string; readonly why: string } {
  if (/^[=@]/.test(cell)) return { cause: "formula", why: "it is a formula; save its value" };
  const written = writtenDay(cell);
  if (written !== null && written.form === "day") {
    return { cause: "day in a number", why: "it is a day; a number or a blank is needed" };
  }
  return { cause: "number", why: "a number or a blank is needed" };
}
