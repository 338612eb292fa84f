// Computes scale Σ_t w_t² (x_t - m)(x_t - m)' over the rows x_t of X: a cross product, a covariance or a weighted
// covariance. Writes both triangles, equal bit by bit. The lower tiles are accumulated in a square padded to a multiple
// of 4, one block of DEPTH rows after another.
import { shouldStop } from "../host";
import { allocate, at, entry, mark, release } from "../memory";
import { Status } from "../status";
import { addTile, DEPTH, packColumns, panelBytes, panelCount } from "./panels";

/**
 * Writes the scaled cross product scale Σ_t w_t² (x_t - m)(x_t - m)' of the rows of X to `out`. X is row-major T × n,
 * out is n × n. `means` (m, n doubles) and `rootWeights` (w, T doubles) may each be 0 where there are none.
 */
export function syrk(x: usize, T: i32, n: i32, means: usize, rootWeights: usize, scale: f64, out: usize): Status {
  const start = mark(), padded = panelCount(n) << 2;
  const sum = allocate((<usize> padded * <usize> padded) << 3);
  const status = accumulate(x, T, n, means, rootWeights, 0, n, sum);
  if (status == Status.DONE) mirror(sum, padded, n, scale, out);
  release(start);
  return status;
}

/**
 * Writes the rows from `first` to before `end` of the lower triangle of a cross product without weights to `out`: end -
 * first rows of `end` columns, 0 above the diagonal. They have the bits that `syrk` gives them. `first` is a multiple
 * of 4; the other arguments are those of `syrk`.
 */
export function syrkRows(
  x: usize,
  T: i32,
  n: i32,
  means: usize,
  scale: f64,
  first: i32,
  end: i32,
  out: usize,
): Status {
  const start = mark(), padded = panelCount(end) << 2;
  const sum = allocate((<usize> (padded - first) * <usize> padded) << 3);
  const status = accumulate(x, T, n, means, 0, first, end, sum);
  if (status == Status.DONE) scaleRows(sum, padded, first, end, scale, out);
  release(start);
  return status;
}

/**
 * Accumulates the tiles of the rows from `first` to before `end` of the lower triangle in `sum`, whose first row is
 * `first`. Its rows have `end` columns, padded to a multiple of 4.
 */
function accumulate(
  x: usize,
  T: i32,
  n: i32,
  means: usize,
  rootWeights: usize,
  first: i32,
  end: i32,
  sum: usize,
): Status {
  const count = panelCount(end), padded = count << 2, top = first >> 2;
  const panels = allocate(panelBytes(DEPTH, end));
  if (panels == 0 || sum == 0) return Status.OUT_OF_MEMORY;
  memory.fill(sum, 0, (<usize> (padded - first) * <usize> padded) << 3);
  const step = <usize> padded << 3;
  for (let from = 0; from < T; from += DEPTH) {
    const depth = min(DEPTH, T - from);
    packColumns(entry(x, n, from, 0), n, depth, end, panels);
    if (means != 0) centre(panels, depth, end, means);
    if (rootWeights != 0) weigh(panels, depth, end, at(rootWeights, from));
    for (let i = top; i < count; i++) {
      if (shouldStop()) return Status.STOPPED;
      const a = panels + panelBytes(depth, i << 2);
      for (let j = 0; j <= i; j++) {
        addTile(a, panels + panelBytes(depth, j << 2), depth, entry(sum, padded, (i - top) << 2, j << 2), step);
      }
    }
  }
  return Status.DONE;
}

/** Writes `scale` times the rows of `sum` up to the diagonal to `out`, rows of `end` columns, and 0 after it. */
function scaleRows(sum: usize, padded: i32, first: i32, end: i32, scale: f64, out: usize): void {
  memory.fill(out, 0, (<usize> (end - first) * <usize> end) << 3);
  for (let i = first; i < end; i++) {
    const from = entry(sum, padded, i - first, 0), to = entry(out, end, i - first, 0);
    for (let j = 0; j <= i; j++) store<f64>(at(to, j), scale * load<f64>(at(from, j)));
  }
}

function centre(panels: usize, depth: i32, n: i32, means: usize): void {
  for (let c = 0; c < n; c += 4) {
    const width = n - c;
    const m = means + (<usize> c << 3);
    const m0 = load<f64>(m), m1 = width > 1 ? load<f64>(m, 8) : 0.0;
    const m2 = width > 2 ? load<f64>(m, 16) : 0.0, m3 = width > 3 ? load<f64>(m, 24) : 0.0;
    const left = f64x2.replace_lane(f64x2.splat(m0), 1, m1), right = f64x2.replace_lane(f64x2.splat(m2), 1, m3);
    for (let t = 0; t < depth; t++) {
      v128.store(panels, f64x2.sub(v128.load(panels), left));
      v128.store(panels, f64x2.sub(v128.load(panels, 16), right), 16);
      panels += 32;
    }
  }
}

function weigh(panels: usize, depth: i32, n: i32, rootWeights: usize): void {
  for (let c = 0; c < n; c += 4) {
    for (let t = 0; t < depth; t++) {
      const w = v128.load64_splat(at(rootWeights, t));
      v128.store(panels, f64x2.mul(v128.load(panels), w));
      v128.store(panels, f64x2.mul(v128.load(panels, 16), w), 16);
      panels += 32;
    }
  }
}

/**
 * Writes `scale` times the lower triangle of `sum` and its mirror image to the square matrix `out`, in blocks that stay
 * in the cache.
 */
function mirror(sum: usize, padded: i32, n: i32, scale: f64, out: usize): void {
  for (let top = 0; top < n; top += 32) {
    for (let left = 0; left <= top; left += 32) {
      for (let i = top; i < min(n, top + 32); i++) {
        for (let j = left; j < min(i + 1, left + 32); j++) {
          const v = scale * load<f64>(entry(sum, padded, i, j));
          store<f64>(entry(out, n, i, j), v);
          store<f64>(entry(out, n, j, i), v);
        }
      }
    }
  }
}
