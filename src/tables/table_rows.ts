import type { NumberColumn } from "./number_column.ts";

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

/** Whether a cell of a row was in the file. */
export function isPresent(mark: number | undefined): boolean {
  return mark !== undefined && mark !== ABSENT;
}
