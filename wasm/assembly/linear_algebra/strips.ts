// A square matrix by strips of 4 columns: n rows of 4 doubles side by side, then the next strip, rows and columns
// padded to a multiple of 4. A strip is a packed panel, and each 4 × 4 tile of it lies together.
import { entry } from "../memory";

/** Bytes of one strip of a matrix of n rows. */
export function stripBytes(n: i32): usize {
  return <usize> ((n + 3) & ~3) << 5;
}

/** Bytes of all strips of an n × n matrix. */
export function stripsBytes(n: i32): usize {
  return <usize> ((n + 3) >> 2) * stripBytes(n);
}

/** Address of entry (i, j) of an n × n matrix in strips. */
export function stripEntry(strips: usize, n: i32, i: i32, j: i32): usize {
  return strips + <usize> (j >> 2) * stripBytes(n) + (<usize> i << 5) + (<usize> (j & 3) << 3);
}

/** Column j of the row-major `rows` is column order_j of the strips. */
export function fromStrips(strips: usize, n: i32, order: usize, rows: usize): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const from = stripEntry(strips, n, i, load<i32>(order + (<usize> j << 2)));
      store<f64>(entry(rows, n, i, j), load<f64>(from));
    }
  }
}
