// Packs matrices for the register tile. A panel holds 4 columns (or 4 rows) of a matrix as depth × 4 adjacent doubles;
// short panels are filled with zeros. Reference: Goto, van de Geijn (2008), Anatomy of high-performance matrix
// multiplication.
import { entry } from "../memory";

/** Number of rows of a matrix that are packed at once. A panel of both factors then stays in the first-level cache. */
export const DEPTH: i32 = 256;

/** Returns the number of packed panels (4 columns each) that hold n columns. */
export function panelCount(n: i32): i32 {
  return (n + 3) >> 2;
}

/** Returns the number of bytes of the packed panels of a depth × n block. */
export function panelBytes(depth: i32, n: i32): usize {
  return (<usize> panelCount(n) * <usize> depth) << 5;
}

/**
 * Packs `depth` rows of n columns of a row-major matrix with `stride` columns, starting at `x`, into panels of 4
 * columns.
 */
export function packColumns(x: usize, stride: i32, depth: i32, n: i32, panels: usize): void {
  const step = <usize> stride << 3;
  for (let c = 0; c < n; c += 4) {
    const width = n - c;
    let from = x + (<usize> c << 3);
    for (let t = 0; t < depth; t++) {
      if (width >= 4) {
        v128.store(panels, v128.load(from));
        v128.store(panels, v128.load(from, 16), 16);
      } else {
        packShort(from, 8, width, panels);
      }
      from += step;
      panels += 32;
    }
  }
}

/**
 * Packs `depth` columns of m rows of a row-major matrix with `stride` columns, starting at `x`, into panels of 4 rows.
 */
export function packRows(x: usize, stride: i32, depth: i32, m: i32, panels: usize): void {
  const step = <usize> stride << 3;
  for (let r = 0; r < m; r += 4) {
    const height = m - r;
    let from = entry(x, stride, r, 0);
    for (let t = 0; t < depth; t++) {
      if (height >= 4) {
        store<f64>(panels, load<f64>(from));
        store<f64>(panels, load<f64>(from + step), 8);
        store<f64>(panels, load<f64>(from + 2 * step), 16);
        store<f64>(panels, load<f64>(from + 3 * step), 24);
      } else {
        packShort(from, step, height, panels);
      }
      from += 8;
      panels += 32;
    }
  }
}

function packShort(from: usize, step: usize, count: i32, panels: usize): void {
  for (let j = 0; j < 4; j++) {
    store<f64>(panels + (<usize> j << 3), j < count ? load<f64>(from + <usize> j * step) : 0);
  }
}

/** Writes the panels of a depth × n block with reversed signs to `to`, which may be the same address. */
export function negatePanels(panels: usize, depth: i32, n: i32, to: usize): void {
  const end = panels + panelBytes(depth, n);
  for (; panels < end; panels += 16, to += 16) v128.store(to, f64x2.neg(v128.load(panels)));
}

/**
 * Adds the product A'B of two packed panels to the 4 × 4 tile at `c`, whose rows are `step` bytes apart. Multiplies two
 * entries of A with two of B straight and crosswise. This needs two shuffles per step, where one row at a time would
 * need four splats.
 */
export function addTile(a: usize, b: usize, depth: i32, c: usize, step: usize): void {
  let straight00 = f64x2.splat(0),
    straight01 = f64x2.splat(0),
    straight10 = f64x2.splat(0),
    straight11 = f64x2.splat(0);
  let cross00 = f64x2.splat(0), cross01 = f64x2.splat(0), cross10 = f64x2.splat(0), cross11 = f64x2.splat(0);
  // One comparison a step: the engine is as fast as it reads instructions here, and unrolling spills the sums.
  const end = a + (<usize> depth << 5);
  while (a < end) {
    const b0 = v128.load(b), b1 = v128.load(b, 16);
    const crossed0 = v128.shuffle<f64>(b0, b0, 1, 0), crossed1 = v128.shuffle<f64>(b1, b1, 1, 0);
    const a0 = v128.load(a);
    straight00 = f64x2.add(straight00, f64x2.mul(a0, b0));
    cross00 = f64x2.add(cross00, f64x2.mul(a0, crossed0));
    straight01 = f64x2.add(straight01, f64x2.mul(a0, b1));
    cross01 = f64x2.add(cross01, f64x2.mul(a0, crossed1));
    const a1 = v128.load(a, 16);
    straight10 = f64x2.add(straight10, f64x2.mul(a1, b0));
    cross10 = f64x2.add(cross10, f64x2.mul(a1, crossed0));
    straight11 = f64x2.add(straight11, f64x2.mul(a1, b1));
    cross11 = f64x2.add(cross11, f64x2.mul(a1, crossed1));
    a += 32;
    b += 32;
  }
  addTwoRows(c, step, straight00, cross00, straight01, cross01);
  addTwoRows(c + 2 * step, step, straight10, cross10, straight11, cross11);
}

/**
 * Adds two rows of a matrix product to two rows of the 4 × 4 tile, whose left two columns come from `straight0` and
 * `cross0` and whose right two from `straight1` and `cross1`. For entries a0, a1 of the rows and b0, b1 of the columns,
 * straight has the products (a0 b0, a1 b1) and cross has (a0 b1, a1 b0).
 */
function addTwoRows(c: usize, step: usize, straight0: v128, cross0: v128, straight1: v128, cross1: v128): void {
  addRow(c, v128.shuffle<f64>(straight0, cross0, 0, 2), v128.shuffle<f64>(straight1, cross1, 0, 2));
  addRow(c + step, v128.shuffle<f64>(straight0, cross0, 3, 1), v128.shuffle<f64>(straight1, cross1, 3, 1));
}

function addRow(c: usize, left: v128, right: v128): void {
  v128.store(c, f64x2.add(v128.load(c), left));
  v128.store(c, f64x2.add(v128.load(c, 16), right), 16);
}
