// Cholesky factorisation S = L L', right-looking by blocks of columns. The trailing update works on packed panels.
// Reference: Golub, Van Loan, Matrix Computations, §4.2.6.
import { shouldStop } from "../host";
import { allocate, at, entry, mark, release } from "../memory";
import { Status } from "../status";
import { dot } from "./dot";
import { addTile, negatePanels, packRows, panelBytes, panelCount } from "./panels";

const BLOCK: i32 = 48;

/** Largest number of columns for which Cholesky factorisation without blocks is faster. */
const SMALL: i32 = 96;

/**
 * Replaces the leading k × k block of a matrix `a` (row-major, `stride` columns) by its lower Cholesky factor. The
 * upper triangle is neither read nor written. Returns NOT_POSITIVE_DEFINITE where a pivot is not above `tolerance`
 * times its diagonal entry.
 */
export function cholesky(a: usize, k: i32, stride: i32, tolerance: f64): Status {
  if (k <= SMALL) return factorRows(a, k, stride, tolerance);
  const start = mark();
  const status = factorBlocks(a, k, stride, tolerance);
  release(start);
  return status;
}

function factorBlocks(a: usize, k: i32, stride: i32, tolerance: f64): Status {
  const left = allocate(panelBytes(BLOCK, k)), right = allocate(panelBytes(BLOCK, k));
  const diagonal = allocate(<usize> k << 3);
  if (left == 0 || right == 0 || diagonal == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < k; i++) store<f64>(at(diagonal, i), load<f64>(entry(a, stride, i, i)));
  for (let from = 0; from < k; from += BLOCK) {
    if (shouldStop()) return Status.STOPPED;
    const width = min(BLOCK, k - from);
    const rest = k - from - width;
    if (!factorDiagonal(entry(a, stride, from, from), width, stride, tolerance, at(diagonal, from))) {
      return Status.NOT_POSITIVE_DEFINITE;
    }
    const below = entry(a, stride, from + width, from);
    for (let i = 0; i < rest; i++) forward(entry(a, stride, from, from), stride, width, entry(below, stride, i, 0));
    packRows(below, stride, width, rest, left);
    negatePanels(left, width, rest, right);
    updateTrailing(entry(a, stride, from + width, from + width), stride, rest, width, left, right);
  }
  return Status.DONE;
}

function factorRows(a: usize, k: i32, stride: i32, tolerance: f64): Status {
  const start = mark();
  const diagonal = allocate(<usize> k << 3);
  if (diagonal == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < k; i++) store<f64>(at(diagonal, i), load<f64>(entry(a, stride, i, i)));
  const isDefinite = factorDiagonal(a, k, stride, tolerance, diagonal);
  release(start);
  return isDefinite ? Status.DONE : Status.NOT_POSITIVE_DEFINITE;
}

/**
 * Computes the lower Cholesky factor of a small block row by row. Returns false where a pivot is not above `tolerance`
 * times the original `diagonal` entry.
 */
function factorDiagonal(a: usize, k: i32, stride: i32, tolerance: f64, diagonal: usize): bool {
  for (let i = 0; i < k; i++) {
    const row = entry(a, stride, i, 0);
    forward(a, stride, i, row);
    const pivot = load<f64>(at(row, i)) - dot(row, row, i);
    if (!(pivot > tolerance * load<f64>(at(diagonal, i))) || pivot == Infinity) return false;
    store<f64>(at(row, i), Math.sqrt(pivot));
  }
  return true;
}

/** Solves L y = x for the leading k × k block of the lower triangle L, and writes y over x. */
export function forward(lower: usize, stride: i32, k: i32, x: usize): void {
  for (let j = 0; j < k; j++) {
    const row = entry(lower, stride, j, 0), p = at(x, j);
    store<f64>(p, (load<f64>(p) - dot(x, row, j)) / load<f64>(at(row, j)));
  }
}

/** Adds the matrix product left' right to the lower triangle of C, from packed panels. */
function updateTrailing(c: usize, stride: i32, n: i32, depth: i32, left: usize, right: usize): void {
  const scratch = memory.data(128, 16);
  const count = panelCount(n);
  for (let i = 0; i < count; i++) {
    const a = left + panelBytes(depth, i << 2);
    const height = min(4, n - (i << 2));
    for (let j = 0; j <= i; j++) {
      const b = right + panelBytes(depth, j << 2);
      const tile = entry(c, stride, i << 2, j << 2);
      if (j < i && height == 4) {
        addTile(a, b, depth, tile, <usize> stride << 3);
      } else {
        memory.fill(scratch, 0, 128);
        addTile(a, b, depth, scratch, 32);
        addShort(scratch, height, j < i ? 4 : 0, tile, stride);
      }
    }
  }
}

/**
 * Adds `height` rows of a 4 × 4 tile to a matrix: `width` columns of each row, or only those up to the diagonal where
 * width is 0.
 */
function addShort(scratch: usize, height: i32, width: i32, tile: usize, stride: i32): void {
  for (let r = 0; r < height; r++) {
    const columns = width > 0 ? width : r + 1;
    for (let c = 0; c < columns; c++) {
      const p = entry(tile, stride, r, c);
      store<f64>(p, load<f64>(p) + load<f64>(entry(scratch, 4, r, c)));
    }
  }
}
