// Householder reduction of a symmetric matrix to a tridiagonal one. The update by one reflector waits for the pass that
// multiplies by the next reflector, so that each reflector passes over the matrix once.
// Reference: Golub, Van Loan, Matrix Computations, §8.3.1.
import { shouldStop } from "../host";
import { at, entry, get, set } from "../memory";
import { dot } from "./dot";

/**
 * Bytes of a record of the Householder reduction for two columns: entries of the last product, of the last reflector,
 * of the current reflector and of its product.
 */
const RECORD: usize = 64;
const OWN: usize = 32;
const PRODUCT: usize = 48;

/** Returns the number of doubles that the Householder reduction `tridiagonalise` needs as workspace. */
export function tridiagonalWork(n: i32): i32 {
  return 6 * n + 8;
}

/**
 * Reduces a symmetric matrix to tridiagonal form by Householder reflectors I - tau_i v_i v_i' from the last row up. v_i
 * is left in row i of the lower triangle; off[i] couples rows i - 1 and i. Returns false when stopped.
 */
export function tridiagonalise(s: usize, n: i32, diagonal: usize, off: usize, tau: usize, work: usize): bool {
  const product = work, records = at(work, 2 * ((n + 1) >> 1));
  // Row of the last Householder reflector v, whose update -(v p' + p v') of the matrix has not been applied yet. 0
  // where no update is waiting.
  let before: usize = 0;
  for (let i = n - 1; i >= 1; i--) {
    if (shouldStop()) return false;
    const row = entry(s, n, i, 0);
    if (before != 0) subtractTwo(get(before, i), product, get(product, i), before, row, i + 1);
    set(diagonal, i, get(row, i));
    const t = reflectorOf(row, i, off, tau);
    pack(records, i, before, product, row);
    if (t == 0) {
      if (before != 0) changeAll(s, n, i, before, product);
      before = 0;
      continue;
    }
    for (let r = 0; r + 2 <= i; r += 2) changeTwoRows(entry(s, n, r, 0), <usize> n << 3, records, r);
    if (i & 1) changeLastRow(entry(s, n, i - 1, 0), records, i - 1);
    unpack(records, i, product);
    const shift = 0.5 * t * t * dot(product, row, i);
    for (let r = 0; r < i; r++) set(product, r, t * get(product, r) - shift * get(row, r));
    before = row;
  }
  if (before != 0) subtractTwo(get(before, 0), product, get(product, 0), before, s, 1);
  set(diagonal, 0, get(s, 0));
  return true;
}

/**
 * Turns the first k entries of a row into a Householder reflector that zeroes all of them but the last. Returns its
 * factor tau.
 */
function reflectorOf(row: usize, k: i32, off: usize, tau: usize): f64 {
  const alpha = get(row, k - 1);
  const rest = dot(row, row, k - 1);
  set(tau, k, 0);
  set(off, k, alpha);
  if (!(rest > 1e-290)) return 0;
  const length = Math.sqrt(alpha * alpha + rest);
  const beta = alpha > 0 ? -length : length;
  const t = 1 / (beta * (beta - alpha));
  set(row, k - 1, alpha - beta);
  set(tau, k, t);
  set(off, k, beta);
  return t;
}

/**
 * Fills the records of k columns for the Householder reduction. Products begin at 0; the last reflector is left out
 * where `before` is 0.
 */
function pack(records: usize, k: i32, before: usize, product: usize, own: usize): void {
  memory.fill(records, 0, <usize> ((k + 1) >> 1) * RECORD);
  for (let j = 0; j < k; j++) {
    const to = columnOf(records, j);
    if (before != 0) {
      store<f64>(to, get(product, j));
      store<f64>(to, get(before, j), 16);
    }
    store<f64>(to, get(own, j), OWN);
  }
}

function unpack(records: usize, k: i32, product: usize): void {
  for (let j = 0; j < k; j++) set(product, j, load<f64>(columnOf(records, j), PRODUCT));
}

function columnOf(records: usize, j: i32): usize {
  return records + <usize> (j >> 1) * RECORD + (<usize> (j & 1) << 3);
}

/**
 * Applies the waiting update of the last Householder reflector to rows r and r + 1 of the lower triangle, and adds
 * their part of the product of the matrix and the current reflector.
 */
function changeTwoRows(row: usize, step: usize, records: usize, r: i32): void {
  const here = columnOf(records, r);
  const p0 = load<f64>(here), p1 = load<f64>(here, 8), v0 = load<f64>(here, 16), v1 = load<f64>(here, 24);
  const u0 = load<f64>(here, OWN), u1 = load<f64>(here, OWN + 8);
  const pa = f64x2.splat(p0), pb = f64x2.splat(p1), va = f64x2.splat(v0), vb = f64x2.splat(v1);
  const ua = f64x2.splat(u0), ub = f64x2.splat(u1);
  let sum0 = f64x2.splat(0), sum1 = f64x2.splat(0);
  let x = row, y = row + step;
  for (let record = records; record < here; record += RECORD) {
    const p = v128.load(record), v = v128.load(record, 16), u = v128.load(record, OWN);
    const a = f64x2.sub(v128.load(x), f64x2.add(f64x2.mul(va, p), f64x2.mul(pa, v)));
    v128.store(x, a);
    sum0 = f64x2.add(sum0, f64x2.mul(a, u));
    const b = f64x2.sub(v128.load(y), f64x2.add(f64x2.mul(vb, p), f64x2.mul(pb, v)));
    v128.store(y, b);
    sum1 = f64x2.add(sum1, f64x2.mul(b, u));
    const products = f64x2.add(v128.load(record, PRODUCT), f64x2.mul(ua, a));
    v128.store(record, f64x2.add(products, f64x2.mul(ub, b)), PRODUCT);
    x += 16;
    y += 16;
  }
  const corner = load<f64>(x) - 2 * v0 * p0, side = load<f64>(y) - (v1 * p0 + p1 * v0);
  const last = load<f64>(y, 8) - 2 * v1 * p1;
  store<f64>(x, corner);
  store<f64>(y, side);
  store<f64>(y, last, 8);
  store<f64>(here, sumOf(sum0) + corner * u0 + side * u1, PRODUCT);
  store<f64>(here, sumOf(sum1) + side * u0 + last * u1, PRODUCT + 8);
}

/**
 * Applies the waiting update of the last Householder reflector to row r alone, for even r, and adds its part of the
 * product of the matrix and the current reflector.
 */
function changeLastRow(row: usize, records: usize, r: i32): void {
  const here = columnOf(records, r);
  const p0 = load<f64>(here), v0 = load<f64>(here, 16), u0 = load<f64>(here, OWN);
  const pa = f64x2.splat(p0), va = f64x2.splat(v0), ua = f64x2.splat(u0);
  let sum = f64x2.splat(0);
  for (let record = records; record < here; record += RECORD) {
    const change = f64x2.add(f64x2.mul(va, v128.load(record)), f64x2.mul(pa, v128.load(record, 16)));
    const a = f64x2.sub(v128.load(row), change);
    v128.store(row, a);
    sum = f64x2.add(sum, f64x2.mul(a, v128.load(record, OWN)));
    v128.store(record, f64x2.add(v128.load(record, PRODUCT), f64x2.mul(ua, a)), PRODUCT);
    row += 16;
  }
  const corner = load<f64>(row) - 2 * v0 * p0;
  store<f64>(row, corner);
  store<f64>(here, sumOf(sum) + corner * u0, PRODUCT);
}

/** Applies the postponed update of a Householder reflector to the leading k × k lower triangle. */
function changeAll(s: usize, n: i32, k: i32, before: usize, product: usize): void {
  for (let r = 0; r < k; r++) {
    subtractTwo(get(before, r), product, get(product, r), before, entry(s, n, r, 0), r + 1);
  }
}

/** Subtracts a x + b z from the vector y, for numbers a and b and vectors x and z. */
function subtractTwo(a: f64, x: usize, b: f64, z: usize, y: usize, n: i32): void {
  const fa = f64x2.splat(a), fb = f64x2.splat(b);
  let i = 0;
  for (; i + 2 <= n; i += 2) {
    const change = f64x2.add(f64x2.mul(fa, v128.load(x)), f64x2.mul(fb, v128.load(z)));
    v128.store(y, f64x2.sub(v128.load(y), change));
    x += 16;
    z += 16;
    y += 16;
  }
  if (i < n) store<f64>(y, load<f64>(y) - (a * load<f64>(x) + b * load<f64>(z)));
}

function sumOf(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
