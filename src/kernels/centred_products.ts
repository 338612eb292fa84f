import { DEPTH, STRIP_ROWS } from "../../wasm/build/core_interface.ts";
import type { Matrix } from "../domain/matrix.ts";
import { type Arena, checkStatus, type CoreExports } from "./core_instance.ts";

/**
 * Number of rows that are copied to the core at once. It divides DEPTH, the number of rows whose products the core adds
 * in one call, and is small enough for the rows to stay in a fast cache.
 */
const ROWS_AT_ONCE = 32;

/** The rows of a covariance to compute, `first` to `end` - 1. `first` is a multiple of STRIP_ROWS. */
export interface ProductRows {
  readonly first: number;
  readonly end: number;
}

/**
 * Writes the means of the columns of a matrix into the arena and returns their address. The rows are handed to the core
 * a few at a time, because a copy of a large matrix takes longer than its sums.
 */
export function meansOf(core: CoreExports, arena: Arena, x: Matrix): number {
  const { rows, columns: n } = x, zeros = new Float64Array(n);
  const [means, deviations] = [arena.doubles(zeros), arena.doubles(zeros)];
  const read = readerOf(arena, x);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const { address, count } = read(from, rows);
    core.addRows(address, count, n, 0, means);
  }
  core.divide(means, n, rows);
  // A second pass adds the mean of the deviations from the first result, to correct its rounding. The means of weighted
  // rows are computed in the same way.
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const { address, count } = read(from, rows);
    core.addDeviations(address, count, n, 0, means, deviations);
  }
  core.divide(deviations, n, rows);
  core.addRows(deviations, 1, n, 0, means);
  return means;
}

/**
 * Sums the products of the deviations of all rows of a matrix from `means`, an address, for rows `first` to `end` - 1
 * of the covariance. Returns the address of the strips that hold the sums.
 */
export function centredProducts(
  core: CoreExports,
  arena: Arena,
  { x, means, first, end }: ProductRows & { readonly x: Matrix; readonly means: number },
): number {
  const { rows, columns: n } = x;
  const strips = arena.strips(first, end), panels = arena.doubles(4 * Math.ceil(end / 4) * Math.min(DEPTH, rows));
  const read = readerOf(arena, x);
  for (let top = 0; top < rows; top += DEPTH) {
    const bottom = Math.min(rows, top + DEPTH), depth = bottom - top;
    for (let from = top; from < bottom; from += ROWS_AT_ONCE) {
      const { address, count } = read(from, bottom);
      core.packCentred(address, n, count, end, means, panels + PANEL_ROW_BYTES * (from - top), depth);
    }
    checkStatus(core.addProducts(panels, depth, first, end, strips));
  }
  return strips;
}

/** Whether a range of rows of a covariance of `n` columns can be computed by itself. */
export function areProductRows({ first, end }: ProductRows, n: number): boolean {
  return Number.isInteger(end) && 0 <= first && first < end && end <= n && first % STRIP_ROWS === 0;
}

/** Number of bytes of a row of a panel, in which the core packs four columns side by side. */
const PANEL_ROW_BYTES = 32;

/**
 * Returns a function that copies the rows from `from` on, at most `ROWS_AT_ONCE` and none from `bottom` on, to a fixed
 * address in the arena.
 */
function readerOf(arena: Arena, { rows, columns, data }: Matrix) {
  const address = arena.doubles(Math.min(ROWS_AT_ONCE, rows) * columns);
  return (from: number, bottom: number): { readonly address: number; readonly count: number } => {
    const end = Math.min(bottom, from + ROWS_AT_ONCE);
    arena.writeDoubles(address, data.subarray(from * columns, end * columns));
    return { address, count: end - from };
  };
}
