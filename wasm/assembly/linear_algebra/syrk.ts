// Computes scale Σ_t w_t² (x_t - m)(x_t - m)' over the rows x_t of X: a cross product, a covariance or a weighted
// covariance. The lower 4 × 4 tiles are accumulated one block of DEPTH rows of X after another, in strips of 16 rows:
// for each panel of columns, the four tiles of the strip stand side by side. A strip reads each panel of columns once
// for its four panels of rows, which stay in the first-level cache.
import { shouldStop } from "../host";
import { allocate, at, entry, mark, release } from "../memory";
import { Status } from "../status";
import { addTile, DEPTH, panelBytes, panelCount } from "./panels";

/** Number of rows of a strip. */
export const STRIP_ROWS: i32 = 16;
/** Number of tiles of a strip for each panel of columns, and their bytes. */
const TILES: i32 = 4;
const TILE_BYTES: usize = 128, TILES_BYTES: usize = 512;

/**
 * Writes the scaled cross product scale Σ_t w_t² (x_t - m)(x_t - m)' of the rows of X to `out`. X is row-major T × n,
 * out is n × n. `means` (m, n doubles) and `rootWeights` (w, T doubles) may each be 0 where there are none.
 */
export function syrk(x: usize, T: i32, n: i32, means: usize, rootWeights: usize, scale: f64, out: usize): Status {
  const start = mark();
  const status = accumulate(x, T, n, means, rootWeights, scale, out);
  release(start);
  return status;
}

function accumulate(x: usize, T: i32, n: i32, means: usize, rootWeights: usize, scale: f64, out: usize): Status {
  const strips = openStrips(0, n), panels = allocate(panelBytes(DEPTH, n));
  if (strips == 0 || panels == 0) return Status.OUT_OF_MEMORY;
  for (let from = 0; from < T; from += DEPTH) {
    const depth = min(DEPTH, T - from);
    packCentred(entry(x, n, from, 0), n, depth, n, means, panels, depth);
    if (rootWeights != 0) weigh(panels, depth, n, at(rootWeights, from));
    if (addProducts(panels, depth, 0, n, strips) != Status.DONE) return Status.STOPPED;
  }
  writeStrips(strips, 0, n, scale, 1, out);
  return Status.DONE;
}

/**
 * Allocates strips of zeros for the rows from `first`, a multiple of STRIP_ROWS, to before `end`. Returns their
 * address, or 0 when the memory has reached its maximum.
 */
export function openStrips(first: i32, end: i32): usize {
  const count = panelCount(end);
  let panels: usize = 0;
  for (let top = first >> 2; top < count; top += TILES) panels += min(top + TILES, count);
  const strips = allocate(panels * TILES_BYTES);
  if (strips != 0) memory.fill(strips, 0, panels * TILES_BYTES);
  return strips;
}

/**
 * Packs `rows` rows of the first n columns of a row-major matrix with `stride` columns, less the means of the columns,
 * into panels of `depth` rows: `panels` is the address of the first row in the first panel. No means are subtracted
 * where `means` is 0.
 */
export function packCentred(x: usize, stride: i32, rows: i32, n: i32, means: usize, panels: usize, depth: i32): void {
  const step = <usize> stride << 3;
  for (let c = 0; c < n; c += 4, panels += <usize> depth << 5) {
    const width = min(4, n - c), m = means == 0 ? 0 : at(means, c);
    const left = pairOf(m, 0, width), right = pairOf(m, 2, width);
    let from = at(x, c), to = panels;
    for (let t = 0; t < rows; t++, from += step, to += 32) {
      if (width == 4) {
        v128.store(to, f64x2.sub(v128.load(from), left));
        v128.store(to, f64x2.sub(v128.load(from, 16), right), 16);
      } else {
        v128.store(to, f64x2.sub(pairOf(from, 0, width), left));
        v128.store(to, f64x2.sub(pairOf(from, 2, width), right), 16);
      }
    }
  }
}

/** Returns the doubles `k` and `k` + 1 of the first `width` at an address, and 0 in place of further ones or at 0. */
function pairOf(address: usize, k: i32, width: i32): v128 {
  const first = address != 0 && k < width ? load<f64>(at(address, k)) : 0.0;
  const second = address != 0 && k + 1 < width ? load<f64>(at(address, k + 1)) : 0.0;
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
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
 * Adds the products of packed rows, at most DEPTH, to the strips of the rows from `first`, a multiple of STRIP_ROWS, to
 * before `end`. The panels hold the columns up to `end`.
 */
export function addProducts(panels: usize, depth: i32, first: i32, end: i32, strips: usize): Status {
  const count = panelCount(end), panel = <usize> depth << 5;
  for (let top = first >> 2; top < count; top += TILES) {
    if (shouldStop()) return Status.STOPPED;
    const bottom = min(top + TILES, count);
    for (let j = 0; j < bottom; j++, strips += TILES_BYTES) {
      const b = panels + <usize> j * panel;
      for (let i = max(top, j); i < bottom; i++) {
        addTile(panels + <usize> i * panel, b, depth, strips + <usize> (i - top) * TILE_BYTES, 32);
      }
    }
  }
  return Status.DONE;
}

/**
 * Writes `scale` times the strips of the rows from `first` to before `end` to `out`, rows of `end` columns: the lower
 * triangle, and beyond it its mirror image where `isMirrored`, for which `first` is 0, or else zeros.
 */
export function writeStrips(strips: usize, first: i32, end: i32, scale: f64, isMirrored: i32, out: usize): void {
  const count = panelCount(end);
  if (!isMirrored) memory.fill(out, 0, (<usize> (end - first) * <usize> end) << 3);
  for (let top = first >> 2; top < count; top += TILES) {
    const bottom = min(top + TILES, count);
    for (let j = 0; j < bottom; j++, strips += TILES_BYTES) {
      for (let i = max(top, j); i < bottom; i++) {
        const row = i << 2, column = j << 2, tile = strips + <usize> (i - top) * TILE_BYTES;
        writeTile(tile, row, column, end, scale, entry(out, end, row - first, column));
        if (isMirrored) mirrorTile(tile, row, column, end, scale, entry(out, end, column, row));
      }
    }
  }
}

/** Writes the entries of a tile at a row and a column, up to the diagonal, to rows of `end` columns at `to`. */
function writeTile(tile: usize, row: i32, column: i32, end: i32, scale: f64, to: usize): void {
  for (let r = 0, height = min(4, end - row); r < height; r++) {
    for (let c = 0, width = min(4, row + r + 1 - column); c < width; c++) {
      store<f64>(entry(to, end, r, c), scale * load<f64>(entry(tile, 4, r, c)));
    }
  }
}

/** Writes the mirror image of what `writeTile` writes. */
function mirrorTile(tile: usize, row: i32, column: i32, end: i32, scale: f64, to: usize): void {
  for (let r = 0, height = min(4, end - row); r < height; r++) {
    for (let c = 0, width = min(4, row + r + 1 - column); c < width; c++) {
      store<f64>(entry(to, end, c, r), scale * load<f64>(entry(tile, 4, r, c)));
    }
  }
}
