// Square matrices in strips of 4 columns: n rows of 4 adjacent doubles, then the next strip. Rows and columns are
// padded to a multiple of 4. A strip is a packed panel, and each of its 4 × 4 tiles is contiguous.
import { entry } from "../memory";

/** Returns the number of bytes of one strip (4 columns) of a matrix with n rows. */
export function stripBytes(n: i32): usize {
  return <usize> ((n + 3) & ~3) << 5;
}

/** Returns the number of bytes of all strips (4 columns each) of an n × n matrix. */
export function stripsBytes(n: i32): usize {
  return <usize> ((n + 3) >> 2) * stripBytes(n);
}

/** Returns the address of entry (i, j) of an n × n matrix that is stored in strips of 4 columns. */
export function stripEntry(strips: usize, n: i32, i: i32, j: i32): usize {
  return strips + <usize> (j >> 2) * stripBytes(n) + (<usize> i << 5) + (<usize> (j & 3) << 3);
}

/** Copies a matrix in strips to row-major `rows`. Column j of the result is column order[j] of the strips. */
export function fromStrips(strips: usize, n: i32, order: usize, rows: usize): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const from = stripEntry(strips, n, i, load<i32>(order + (<usize> j << 2)));
      store<f64>(entry(rows, n, i, j), load<f64>(from));
    }
  }
}
