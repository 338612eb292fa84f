import { DEPTH, STRIP_ROWS } from "../../wasm/build/core_interface.ts";
import type { Matrix } from "../domain/matrix.ts";
import { type Arena, checkStatus, type CoreExports } from "./core_instance.ts";

/** Number of rows that the core reads at once, which then lie in a near cache; a divisor of DEPTH. */
const ROWS_AT_ONCE = 32;

/** Rows and columns of a covariance that are computed: `first` is a multiple of STRIP_ROWS. */
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
  // A second pass adds the mean of the deviations from the first result, as for the means of weighted rows.
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const { address, count } = read(from, rows);
    core.addDeviations(address, count, n, 0, means, deviations);
  }
  core.divide(deviations, n, rows);
  core.addRows(deviations, 1, n, 0, means);
  return means;
}

/**
 * Adds the products of the deviations of all rows of a matrix from `means`, an address, for the rows of the covariance
 * from `first` to before `end`. Returns the address of the strips.
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

/** Whether rows of a covariance of `n` columns can be computed alone. */
export function areProductRows({ first, end }: ProductRows, n: number): boolean {
  return Number.isInteger(end) && 0 <= first && first < end && end <= n && first % STRIP_ROWS === 0;
}

/** Bytes of a row of a panel of four columns. */
const PANEL_ROW_BYTES = 32;

/** Returns a function that copies the next rows of a matrix, up to a last one, to one place in the arena. */
function readerOf(arena: Arena, { rows, columns, data }: Matrix) {
  const address = arena.doubles(Math.min(ROWS_AT_ONCE, rows) * columns);
  return (from: number, bottom: number): { readonly address: number; readonly count: number } => {
    const end = Math.min(bottom, from + ROWS_AT_ONCE);
    arena.writeDoubles(address, data.subarray(from * columns, end * columns));
    return { address, count: end - from };
  };
}
