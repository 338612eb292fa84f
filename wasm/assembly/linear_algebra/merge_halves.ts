// Merges the eigendecompositions of two neighbouring halves into that of both with their coupling: diag(d) + rho z z',
// where z is the last row of the one Q and the first row of the other. A column stays unchanged where its entry of z is
// negligible, or where a rotation makes it so because two values are nearly equal. The remaining columns are multiplied
// by the eigenvectors of the reduced problem, by packed tiles.
// References: Gu, Eisenstat (1995), A divide-and-conquer algorithm for the symmetric tridiagonal eigenproblem; dlaed2
// and dlaed3 of LAPACK.
import { shouldStop } from "../host";
import { allocate, at, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import { addTile, panelBytes } from "./panels";
import { secularRoots } from "./secular_equation";
import { secularVectors, weightsOfRoots } from "./secular_vectors";
import { stripEntry, stripsBytes } from "./strips";

const ROUNDING: f64 = 1.1102230246251565e-16;

/**
 * Kinds of eigenvector columns in a merge of two halves, by the rows in which they have entries: rows of the upper
 * half, of both halves, of the lower half.
 */
const UPPER: i32 = 0;
const BOTH: i32 = 1;
const LOWER: i32 = 2;

let n: i32 = 0;
let values: usize = 0;
let strips: usize = 0;
let order: usize = 0;

/**
 * Work arrays of a merge of two eigendecompositions, for all columns: the entries of the coupling vector z, the columns
 * by ascending value, and the kind of each column.
 */
let z: usize = 0;
let ascending: usize = 0;
let kinds: usize = 0;
/**
 * Work arrays for the columns that a merge of two eigendecompositions has to change: their indices, their eigenvalues d
 * and entries z, and the roots of the secular equation.
 */
let left: usize = 0;
let poles: usize = 0;
let weights: usize = 0;
let bases: usize = 0;
let distances: usize = 0;
/**
 * Work arrays for the columns that a merge of two eigendecompositions has to change, grouped by kind: their indices,
 * eigenvalues d and entries z.
 */
let grouped: usize = 0;
let groupedPoles: usize = 0;
let groupedWeights: usize = 0;
/** Number of columns of each kind that a merge of two eigendecompositions has to change. */
let uppers: i32 = 0;
let boths: i32 = 0;
let lowers: i32 = 0;
/** Columns of eigenvectors that a merge of two halves leaves unchanged, by ascending value, with their eigenvalues. */
let settled: usize = 0;
let settledValues: usize = 0;
let settledCount: i32 = 0;
/**
 * Packed factors of a merge of two halves: rows of both halves in panels of 4, and eigenvectors of the reduced problem
 * in panels of 4, followed by the unchanged columns.
 */
let rows: usize = 0;
let vectors: usize = 0;

/** Sets the arrays that all merges of one eigenproblem use, and allocates their workspace. */
export function startMerging(size: i32, d: usize, ofStrips: usize, places: usize): Status {
  n = size;
  values = d;
  strips = ofStrips;
  order = places;
  const doubles = allocate(<usize> (8 * n) << 3), ids = allocate(<usize> (5 * n) << 2);
  rows = allocate(stripsBytes(n));
  vectors = allocate(stripsBytes(n));
  if (doubles == 0 || ids == 0 || rows == 0 || vectors == 0) return Status.OUT_OF_MEMORY;
  z = doubles;
  poles = at(doubles, n);
  weights = at(doubles, 2 * n);
  distances = at(doubles, 3 * n);
  groupedPoles = at(doubles, 4 * n);
  groupedWeights = at(doubles, 5 * n);
  settledValues = at(doubles, 6 * n);
  bases = at(doubles, 7 * n);
  const step = <usize> n << 2;
  ascending = ids;
  kinds = ids + step;
  left = ids + 2 * step;
  grouped = ids + 3 * step;
  settled = ids + 4 * step;
  return Status.DONE;
}

/**
 * Merges two eigendecompositions: replaces the eigenvectors in columns `from` to `to`, of two halves that meet at
 * `middle`, by those of both halves with their coupling.
 */
export function mergeHalves(from: i32, middle: i32, to: i32, coupling: f64): Status {
  const rho = 2 * abs(coupling);
  rowsThatMeet(from, middle, to, coupling);
  mergePlaces(from, middle, to);
  const k = deflate(from, to, rho);
  const kept = vectors + panelBytes(k, k);
  takeSettled(from, to, kept);
  if (k > 0) {
    secularRoots(k, poles, weights, rho, bases, distances);
    weightsOfRoots(k, poles, bases, distances, weights, z);
    groupByKind(k, from);
    packRowsOf(from, middle, to);
    secularVectors(k, groupedPoles, groupedWeights, bases, distances, vectors);
    if (!multiply(from, middle, to, k)) return Status.STOPPED;
  }
  putSettled(from, to, k, kept);
  for (let j = 0; j < k; j++) set(values, from + j, get(bases, j) + get(distances, j));
  mergePlaces(from, from + k, to);
  memory.copy(order + (<usize> from << 2), ascending, <usize> (to - from) << 2);
  return shouldStop() ? Status.STOPPED : Status.DONE;
}

/**
 * Computes the coupling vector z of a merge, with length 1: the last row of the upper half's eigenvectors and the first
 * row of the lower half's, with the sign of the coupling.
 */
function rowsThatMeet(from: i32, middle: i32, to: i32, coupling: f64): void {
  const upper = Math.SQRT1_2, lower = coupling < 0 ? -upper : upper;
  for (let j = from; j < middle; j++) {
    set(z, j - from, upper * load<f64>(stripEntry(strips, n, middle - 1, j)));
    setId(kinds, j - from, UPPER);
  }
  for (let j = middle; j < to; j++) {
    set(z, j - from, lower * load<f64>(stripEntry(strips, n, middle, j)));
    setId(kinds, j - from, LOWER);
  }
}

/**
 * Sorts the eigenvector columns `from` to `to` by ascending value into `ascending`, from two ranges that meet at
 * `middle` and are each in order.
 */
function mergePlaces(from: i32, middle: i32, to: i32): void {
  let a = from, b = middle;
  for (let place = 0; place < to - from; place++) {
    const isFirst = b == to || (a < middle && !(get(values, getId(order, b)) < get(values, getId(order, a))));
    setId(ascending, place, getId(order, isFirst ? a++ : b++));
  }
}

/**
 * Sets aside the eigenvector columns that a merge leaves unchanged, after a rotation where two eigenvalues are nearly
 * equal. Returns the number of remaining columns.
 */
function deflate(from: i32, to: i32, rho: f64): i32 {
  settledCount = 0;
  const rows = to - from;
  const first = getId(ascending, 0), last = getId(ascending, rows - 1);
  const tolerance = 8 * ROUNDING * max(rho, max(abs(get(values, first)), abs(get(values, last))));
  let k = 0, before = -1;
  for (let place = 0; place < rows; place++) {
    const j = getId(ascending, place);
    if (rho * abs(get(z, j - from)) <= tolerance) {
      settle(j);
      continue;
    }
    if (before >= 0) {
      if (rotateAway(before, j, from, to, tolerance)) settle(before);
      else leave(k++, before, from);
    }
    before = j;
  }
  if (before >= 0) leave(k++, before, from);
  return k;
}

/**
 * Rotates the eigenvector columns a and b so that entry z_a of the coupling vector becomes 0. Returns false, without a
 * rotation, where this would couple their eigenvalues by more than the tolerance.
 */
function rotateAway(a: i32, b: i32, from: i32, to: i32, tolerance: f64): bool {
  const za = get(z, a - from), zb = get(z, b - from);
  const length = Math.sqrt(za * za + zb * zb);
  const cosine = zb / length, sine = -za / length;
  const va = get(values, a), vb = get(values, b);
  if (!(abs((vb - va) * cosine * sine) <= tolerance)) return false;
  set(z, b - from, length);
  set(values, a, va * cosine * cosine + vb * sine * sine);
  set(values, b, va * sine * sine + vb * cosine * cosine);
  if (getId(kinds, a - from) != getId(kinds, b - from)) setId(kinds, b - from, BOTH);
  let p = stripEntry(strips, n, from, a), q = stripEntry(strips, n, from, b);
  for (let r = from; r < to; r++) {
    const x = load<f64>(p), y = load<f64>(q);
    store<f64>(p, cosine * x + sine * y);
    store<f64>(q, cosine * y - sine * x);
    p += 32;
    q += 32;
  }
  return true;
}

function settle(j: i32): void {
  const value = get(values, j);
  let place = settledCount++;
  for (; place > 0 && get(settledValues, place - 1) > value; place--) {
    setId(settled, place, getId(settled, place - 1));
    set(settledValues, place, get(settledValues, place - 1));
  }
  setId(settled, place, j);
  set(settledValues, place, value);
}

function leave(place: i32, j: i32, from: i32): void {
  setId(left, place, j);
  set(poles, place, get(values, j));
  set(weights, place, get(z, j - from));
}

function takeSettled(from: i32, to: i32, kept: usize): void {
  for (let m = 0; m < settledCount; m++) {
    let column = stripEntry(strips, n, from, getId(settled, m));
    for (let r = from; r < to; r++) {
      store<f64>(kept, load<f64>(column));
      kept += 8;
      column += 32;
    }
  }
}

/**
 * Writes the eigenvector columns that the merge leaves unchanged after the first k columns, with their eigenvalues and
 * places.
 */
function putSettled(from: i32, to: i32, k: i32, kept: usize): void {
  for (let j = from; j < from + k; j++) setId(order, j, j);
  for (let m = 0; m < settledCount; m++) {
    const j = from + k + m;
    set(values, j, get(settledValues, m));
    setId(order, j, j);
    let column = stripEntry(strips, n, from, j);
    for (let r = from; r < to; r++) {
      store<f64>(column, load<f64>(kept));
      kept += 8;
      column += 32;
    }
  }
}

/** Groups the eigenvector columns that a merge has to change by kind: upper half, both halves, lower half. */
function groupByKind(k: i32, from: i32): void {
  uppers = boths = lowers = 0;
  let place = 0;
  for (let kind = UPPER; kind <= LOWER; kind++) {
    const start = place;
    for (let i = 0; i < k; i++) {
      if (getId(kinds, getId(left, i) - from) != kind) continue;
      setId(grouped, place, getId(left, i));
      set(groupedPoles, place, get(poles, i));
      set(groupedWeights, place, get(weights, i));
      place++;
    }
    if (kind == UPPER) uppers = place - start;
    else if (kind == BOTH) boths = place - start;
    else lowers = place - start;
  }
}

function packRowsOf(from: i32, middle: i32, to: i32): void {
  const ofUpper = uppers + boths, ofLower = boths + lowers;
  for (let q = 0; q < ofUpper; q++) packColumn(getId(grouped, q), from, middle, ofUpper, rows + (<usize> q << 5));
  const behind = lowerRows(middle - from);
  for (let q = 0; q < ofLower; q++) {
    packColumn(getId(grouped, uppers + q), middle, to, ofLower, behind + (<usize> q << 5));
  }
}

function lowerRows(height: i32): usize {
  return rows + panelBytes(uppers + boths, height);
}

/** Packs the rows `from` to `to` of one eigenvector column into panels of 4 rows. */
function packColumn(j: i32, from: i32, to: i32, depth: i32, panels: usize): void {
  let column = stripEntry(strips, n, from, j);
  for (let r = from; r < to; r += 4) {
    store<f64>(panels, load<f64>(column));
    store<f64>(panels, load<f64>(column, 32), 8);
    store<f64>(panels, load<f64>(column, 64), 16);
    store<f64>(panels, load<f64>(column, 96), 24);
    column += 128;
    panels += <usize> depth << 5;
  }
}

/**
 * Computes the first k eigenvector columns of a merge as the rows of both halves times the eigenvectors of the reduced
 * problem. Returns false when stopped.
 */
function multiply(from: i32, middle: i32, to: i32, k: i32): bool {
  const ofUpper = uppers + boths, ofLower = boths + lowers, behind = lowerRows(middle - from);
  for (let j = 0; j < k; j += 4) {
    if (shouldStop()) return false;
    const strip = stripEntry(strips, n, from, from + j), panel = vectors + panelBytes(k, j);
    memory.fill(strip, 0, <usize> (((to - from) + 3) & ~3) << 5);
    for (let r = 0; r < middle - from; r += 4) {
      addTile(rows + panelBytes(ofUpper, r), panel, ofUpper, strip + (<usize> r << 5), 32);
    }
    const lower = strip + (<usize> (middle - from) << 5);
    for (let r = 0; r < to - middle; r += 4) {
      addTile(behind + panelBytes(ofLower, r), panel + (<usize> uppers << 5), ofLower, lower + (<usize> r << 5), 32);
    }
  }
  return true;
}
