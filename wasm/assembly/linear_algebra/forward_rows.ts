// Solves X := X L'⁻¹ for a lower triangle L: forward substitution of many rows at once, right-looking by blocks of
// columns. The update of the columns to the right of a block works on packed panels.
// Reference: Golub, Van Loan, Matrix Computations, §3.1.5.
import { shouldStop } from "../host";
import { allocate, entry, mark, release } from "../memory";
import { Status } from "../status";
import { forward } from "./cholesky";
import { addTile, negatePanels, packRows, panelBytes, panelCount } from "./panels";

const BLOCK: i32 = 48;

/** Largest number of columns for which forward substitution without blocks is faster. */
const SMALL: i32 = 96;

/** Replaces X (m × k) by X L'⁻¹ for a lower triangle L (k × k). Both are row-major with `stride` columns. */
export function forwardRows(lower: usize, x: usize, stride: i32, k: i32, m: i32): Status {
  if (k <= SMALL) {
    for (let i = 0; i < m; i++) forward(lower, stride, k, entry(x, stride, i, 0));
    return Status.DONE;
  }
  const start = mark();
  const status = forwardBlocks(lower, x, stride, k, m);
  release(start);
  return status;
}

function forwardBlocks(lower: usize, x: usize, stride: i32, k: i32, m: i32): Status {
  const left = allocate(panelBytes(BLOCK, m)), right = allocate(panelBytes(BLOCK, k));
  if (left == 0 || right == 0) return Status.OUT_OF_MEMORY;
  for (let from = 0; from < k; from += BLOCK) {
    if (shouldStop()) return Status.STOPPED;
    const width = min(BLOCK, k - from), rest = k - from - width;
    const block = entry(x, stride, 0, from);
    for (let i = 0; i < m; i++) forward(entry(lower, stride, from, from), stride, width, entry(block, stride, i, 0));
    if (rest == 0) break;
    packRows(block, stride, width, m, left);
    packRows(entry(lower, stride, from + width, from), stride, width, rest, right);
    negatePanels(right, width, rest, right);
    addProduct(left, right, width, m, rest, entry(block, stride, 0, width), stride);
  }
  return Status.DONE;
}

/** Adds the matrix product left' right to the m × n block at `c`, from packed panels. */
function addProduct(left: usize, right: usize, depth: i32, m: i32, n: i32, c: usize, stride: i32): void {
  const scratch = memory.data(128, 16);
  for (let i = 0; i < panelCount(m); i++) {
    const a = left + panelBytes(depth, i << 2), height = min(4, m - (i << 2));
    for (let j = 0; j < panelCount(n); j++) {
      const b = right + panelBytes(depth, j << 2), width = min(4, n - (j << 2));
      const tile = entry(c, stride, i << 2, j << 2);
      if (height == 4 && width == 4) {
        addTile(a, b, depth, tile, <usize> stride << 3);
        continue;
      }
      memory.fill(scratch, 0, 128);
      addTile(a, b, depth, scratch, 32);
      for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
          const p = entry(tile, stride, row, column);
          store<f64>(p, load<f64>(p) + load<f64>(entry(scratch, 4, row, column)));
        }
      }
    }
  }
}
