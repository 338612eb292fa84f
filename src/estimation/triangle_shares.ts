import { type Matrix, matrix } from "../domain/matrix.ts";

/** Rows of a symmetric matrix: `first` to before `end`. */
export interface RowShare {
  readonly first: number;
  readonly end: number;
}

/** Rows stand in strips of so many in the kernel: shares begin where a strip does. */
const STRIP = 16;

/**
 * Divides the lower triangle of an n × n matrix by its rows into at most `count` shares of about the same number of
 * entries: the last rows are the longest. Fewer where there are not as many strips of rows.
 */
export function triangleShares(n: number, count: number): readonly RowShare[] {
  const ends = Array.from({ length: count }, (_, k) => {
    const end = n * Math.sqrt((k + 1) / count);
    return k === count - 1 ? n : Math.min(n, STRIP * Math.round(end / STRIP));
  });
  const shares = ends.map((end, k) => ({ first: k === 0 ? 0 : ends[k - 1], end }));
  return shares.filter(({ first, end }) => first < end);
}

/** A share of a symmetric matrix with its rows, of which the lower triangle counts. */
export interface ComputedShare extends RowShare {
  readonly rows: Matrix;
}

/** Number of rows and columns that are mirrored at once: so few columns stay in the cache. */
const BLOCK = 32;

/** Returns the symmetric n × n matrix of the shares of its lower triangle. */
export function joinedTriangle(n: number, shares: readonly ComputedShare[]): Matrix {
  const whole = matrix(n, n);
  for (const { first, end, rows: { columns, data } } of shares) {
    for (let i = first, from = 0; i < end; i++, from += columns) {
      whole.data.set(data.subarray(from, from + i + 1), i * n);
    }
  }
  for (let top = 0; top < n; top += BLOCK) {
    for (let left = 0; left <= top; left += BLOCK) mirrorBlock(whole, top, left);
  }
  return whole;
}

/** Copies a block of the lower triangle of a symmetric matrix to its mirror image. */
function mirrorBlock({ rows: n, data }: Matrix, top: number, left: number): void {
  for (let i = top, bottom = Math.min(n, top + BLOCK); i < bottom; i++) {
    for (let j = left, right = Math.min(i, left + BLOCK); j < right; j++) data[j * n + i] = data[i * n + j];
  }
}
