import { shouldStop } from "../host";
import { allocate, entry, mark, release } from "../memory";
import { Status } from "../status";
import { addTile, DEPTH, packColumns, packRows, panelBytes, panelCount } from "./panels";

/**
 * Writes the matrix product A B of row-major A (m × k) and B (k × n) to `out`. Works on packed panels and 4 × 4 tiles.
 */
export function gemm(a: usize, b: usize, m: i32, k: i32, n: i32, out: usize): Status {
  const start = mark();
  const status = accumulate(a, b, m, k, n, out);
  release(start);
  return status;
}

function accumulate(a: usize, b: usize, m: i32, k: i32, n: i32, out: usize): Status {
  const high = panelCount(m), wide = panelCount(n), padded = wide << 2;
  const bytes = (<usize> (high << 2) * <usize> padded) << 3;
  const left = allocate(panelBytes(DEPTH, m));
  const right = allocate(panelBytes(DEPTH, n));
  const sum = allocate(bytes);
  if (left == 0 || right == 0 || sum == 0) return Status.OUT_OF_MEMORY;
  memory.fill(sum, 0, bytes);
  for (let from = 0; from < k; from += DEPTH) {
    const depth = min(DEPTH, k - from);
    packRows(entry(a, k, 0, from), k, depth, m, left);
    packColumns(entry(b, n, from, 0), n, depth, n, right);
    for (let i = 0; i < high; i++) {
      if (shouldStop()) return Status.STOPPED;
      const p = left + panelBytes(depth, i << 2);
      for (let j = 0; j < wide; j++) {
        addTile(p, right + panelBytes(depth, j << 2), depth, entry(sum, padded, i << 2, j << 2), <usize> padded << 3);
      }
    }
  }
  for (let i = 0; i < m; i++) memory.copy(entry(out, n, i, 0), entry(sum, padded, i, 0), <usize> n << 3);
  return Status.DONE;
}
