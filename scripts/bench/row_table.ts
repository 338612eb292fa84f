import type { RowAnswer } from "./row.ts";
import type { Timing } from "./stopwatch.ts";

/** Result of a benchmark row, in the form of the JSON output. */
export interface RowResult extends Timing, RowAnswer {
  readonly row: string;
  /**
   * Median milliseconds of the conic solver alone on the same optimisation programs, or null where the row solves none.
   */
  readonly conic_median_ms: number | null;
}

interface Column {
  readonly title: string;
  readonly width: number;
  readonly cell: (result: RowResult) => string;
}

const COLUMNS: readonly Column[] = [
  { title: "median ms", width: 9, cell: ({ median_ms }) => milliseconds(median_ms) },
  { title: "min", width: 7, cell: ({ min_ms }) => milliseconds(min_ms) },
  { title: "max", width: 7, cell: ({ max_ms }) => milliseconds(max_ms) },
  { title: "runs", width: 4, cell: ({ runs }) => String(runs) },
  { title: "objective", width: 13, cell: ({ objective }) => objective === null ? "-" : objective.toPrecision(9) },
  {
    title: "proven",
    width: 6,
    cell: ({ proven_optimal }) => proven_optimal === null ? "-" : proven_optimal ? "yes" : "NO",
  },
  {
    title: "conic ms",
    width: 8,
    cell: ({ conic_median_ms }) => conic_median_ms === null ? "-" : milliseconds(conic_median_ms),
  },
];

/**
 * Formats benchmark results as lines of a text table, for rows with the given names. The last column is the time of the
 * conic solver alone.
 */
export class RowTable {
  readonly #nameWidth: number;

  constructor(names: readonly string[]) {
    this.#nameWidth = Math.max(...names.map((name) => name.length));
  }

  header(): string {
    return this.#line("row", COLUMNS.map(({ title }) => title));
  }

  line(result: RowResult): string {
    return this.#line(result.row, COLUMNS.map(({ cell }) => cell(result)));
  }

  #line(name: string, cells: readonly string[]): string {
    const padded = cells.map((cell, at) => cell.padStart(COLUMNS[at].width));
    return `${[name.padEnd(this.#nameWidth), ...padded].join("  ")}\n`;
  }
}

function milliseconds(value: number): string {
  return value < 1 ? value.toFixed(3) : value < 100 ? value.toFixed(2) : value.toFixed(0);
}
