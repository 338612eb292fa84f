import { type Matrix, matrix } from "../domain/matrix.ts";

/** Rows of a symmetric matrix: `first` to before `end`. */
export interface RowShare {
  readonly first: number;
  readonly end: number;
}

/** Rows stand in tiles of so many in the kernel: shares begin where a tile does. */
const TILE = 4;

/**
 * Divides the lower triangle of an n × n matrix by its rows into at most `count` shares of about the same number of
 * entries: the last rows are the longest. Fewer where there are not as many tiles of rows.
 */
export function triangleShares(n: number, count: number): readonly RowShare[] {
  const ends = Array.from({ length: count }, (_, k) => {
    const end = n * Math.sqrt((k + 1) / count);
    return k === count - 1 ? n : Math.min(n, TILE * Math.round(end / TILE));
  });
  const shares = ends.map((end, k) => ({ first: k === 0 ? 0 : ends[k - 1], end }));
  return shares.filter(({ first, end }) => first < end);
}

/** A share of a symmetric matrix with its rows, of which the lower triangle counts. */
export interface ComputedShare extends RowShare {
  readonly rows: Matrix;
}

/** Returns the symmetric n × n matrix of the shares of its lower triangle. */
export function joinedTriangle(n: number, shares: readonly ComputedShare[]): Matrix {
  const whole = matrix(n, n);
  for (const { first, end, rows: { columns, data } } of shares) {
    for (let i = first; i < end; i++) {
      for (let j = 0, from = (i - first) * columns; j <= i; j++) {
        whole.data[i * n + j] = whole.data[j * n + i] = data[from + j];
      }
    }
  }
  return whole;
}
