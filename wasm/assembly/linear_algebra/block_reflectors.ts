// Applies Householder reflectors in blocks: H_b … H_a = I - Y T Y', so that a whole block is applied to a matrix by
// packed tiles. Reference: Schreiber, Van Loan (1989), A storage-efficient WY representation for products of
// Householder transformations.
import { shouldStop } from "../host";
import { allocate, entry, get, mark, release, set } from "../memory";
import { Status } from "../status";
import { dot } from "./dot";
import { addTile, panelBytes } from "./panels";
import { stripBytes } from "./strips";

/** Number of Householder reflectors that are applied together. */
const BLOCK: i32 = 32;

/**
 * Packed factors of a block of reflectors I - Y T Y': Y' in panels of 4 reflectors, -Y in panels of 4 rows, T in panels
 * of 4 rows.
 */
let across: usize = 0;
let along: usize = 0;
let triangle: usize = 0;
/**
 * The triangle T of a block of reflectors I - Y T Y' in row-major order, and the products Y'Z and T Y'Z for one strip
 * of the matrix Z.
 */
let factor: usize = 0;
let projected: usize = 0;
let turned: usize = 0;

/**
 * Applies Householder reflectors to a matrix in strips: Z := H_(n-1) … H_1 Z, with H_i = I - tau_i v_i v_i'. v_i is the
 * first i entries of row i of s.
 */
export function applyReflectors(s: usize, n: i32, tau: usize, strips: usize): Status {
  const start = mark();
  const status = applyBlocks(s, n, tau, strips);
  release(start);
  return status;
}

function applyBlocks(s: usize, n: i32, tau: usize, strips: usize): Status {
  across = allocate(panelBytes(n, BLOCK));
  along = allocate(panelBytes(BLOCK, n));
  triangle = allocate(panelBytes(BLOCK, BLOCK));
  factor = allocate(<usize> (BLOCK * BLOCK) << 3);
  projected = allocate(<usize> BLOCK << 5);
  turned = allocate(<usize> BLOCK << 5);
  if (across == 0 || along == 0 || triangle == 0 || factor == 0 || projected == 0 || turned == 0) {
    return Status.OUT_OF_MEMORY;
  }
  for (let first = 1; first < n; first += BLOCK) {
    const count = min(BLOCK, n - first), depth = first + count - 1;
    const width = (count + 3) & ~3;
    packReflectors(s, n, first, count, depth, width);
    makeTriangle(s, n, first, count, tau, width);
    for (let c = 0; c < n; c += 4) {
      if (shouldStop()) return Status.STOPPED;
      applyToStrip(strips + <usize> (c >> 2) * stripBytes(n), depth, width);
    }
  }
  return Status.DONE;
}

function packReflectors(s: usize, n: i32, first: i32, count: i32, depth: i32, width: i32): void {
  memory.fill(across, 0, panelBytes(depth, width));
  memory.fill(along, 0, panelBytes(width, depth));
  for (let q = 0; q < count; q++) {
    const v = entry(s, n, first + q, 0);
    const to = across + panelBytes(depth, q & ~3) + (<usize> (q & 3) << 3);
    for (let t = 0; t < first + q; t++) {
      const value = get(v, t);
      store<f64>(to + (<usize> t << 5), value);
      store<f64>(along + panelBytes(width, t & ~3) + (<usize> q << 5) + (<usize> (t & 3) << 3), -value);
    }
  }
}

/**
 * Computes the lower triangular T of a block of Householder reflectors I - Y T Y': row q is -tau_q (y_q'Y) T, with
 * tau_q on the diagonal.
 */
function makeTriangle(s: usize, n: i32, first: i32, count: i32, tau: usize, width: i32): void {
  memory.fill(factor, 0, <usize> (width * width) << 3);
  memory.fill(triangle, 0, panelBytes(width, width));
  for (let q = 0; q < count; q++) {
    const t = get(tau, first + q);
    const row = entry(factor, width, q, 0);
    for (let r = 0; r < q; r++) {
      const product = -t * dot(entry(s, n, first + q, 0), entry(s, n, first + r, 0), first + r);
      const other = entry(factor, width, r, 0);
      for (let k = 0; k <= r; k++) set(row, k, get(row, k) + product * get(other, k));
    }
    set(row, q, t);
    const to = triangle + panelBytes(width, q & ~3) + (<usize> (q & 3) << 3);
    for (let k = 0; k <= q; k++) store<f64>(to + (<usize> k << 5), get(row, k));
  }
}

/** Applies a block of reflectors I - Y T Y' to a strip: sets its first `depth` rows Z to Z - Y T Y'Z. */
function applyToStrip(strip: usize, depth: i32, width: i32): void {
  memory.fill(projected, 0, <usize> width << 5);
  memory.fill(turned, 0, <usize> width << 5);
  for (let q = 0; q < width; q += 4) {
    addTile(across + panelBytes(depth, q), strip, depth, projected + (<usize> q << 5), 32);
  }
  for (let q = 0; q < width; q += 4) {
    addTile(triangle + panelBytes(width, q), projected, q + 4, turned + (<usize> q << 5), 32);
  }
  for (let t = 0; t < depth; t += 4) {
    addTile(along + panelBytes(width, t), turned, width, strip + (<usize> t << 5), 32);
  }
}
