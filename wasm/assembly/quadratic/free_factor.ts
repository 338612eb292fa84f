// Cholesky factor of the free block of P + ρ 1 1'. Appending a variable adds a row; deleting one uses rotations.
// Reference: Golub, Van Loan, Matrix Computations, §6.5.4.
import { allocate, at, entry } from "../memory";
import { Status } from "../status";
import { axpy, dot } from "../linear_algebra/dot";

/**
 * Largest fraction of its diagonal entry at which a pivot of the Cholesky factor counts as zero. Such a pivot belongs
 * to a direction without curvature.
 */
const FLAT_PIVOT: f64 = 1e-11;
/**
 * Fraction of the diagonal entry to which a zero pivot of the Cholesky factor is raised. It is tiny, because deletions
 * pass it on to other pivots.
 */
const RAISED_PIVOT: f64 = 1e-14;
/**
 * Fraction of the diagonal entry from which on a raised pivot of the Cholesky factor counts as sound again, after
 * deletions made it larger.
 */
const SOUND_PIVOT: f64 = 1e-9;
const FIRST_CAPACITY: i32 = 96;

/** Number of free variables in the Cholesky factor, their indices (i32), and the number of raised pivots. */
export let size: i32 = 0;
export let ids: usize = 0;
export let raisedCount: i32 = 0;

let factor: usize = 0;
let stride: i32 = 0;
/** Pivot of the Cholesky factor from which on each variable counts as sound. 0 where its pivot was never raised. */
let soundPivots: usize = 0;
let slopes: usize = 0;
let shift: f64 = 0;
let capacityLimit: i32 = 0;

/** Creates an empty Cholesky factor for at most `limit` free variables. */
export function resetFactor(limit: i32, rankOneShift: f64): Status {
  size = 0;
  raisedCount = 0;
  shift = rankOneShift;
  capacityLimit = limit;
  stride = min((limit + 1) & ~1, FIRST_CAPACITY);
  factor = allocate(<usize> stride * <usize> stride << 3);
  ids = allocate(<usize> limit << 2);
  soundPivots = allocate(<usize> limit << 3);
  slopes = allocate(<usize> limit << 3);
  return factor == 0 || ids == 0 || soundPivots == 0 || slopes == 0 ? Status.OUT_OF_MEMORY : Status.DONE;
}

/** Removes all free variables from the Cholesky factor and keeps its memory. */
export function emptyFactor(): void {
  size = 0;
  raisedCount = 0;
}

/** Returns the problem's index of the j-th free variable in the Cholesky factor. */
export function freeId(j: i32): i32 {
  return load<i32>(ids + (<usize> j << 2));
}

/** Appends a free variable to the Cholesky factor. Its row of P is at address `source`. */
export function appendVariable(id: i32, source: usize): Status {
  if (size == stride && !grow()) return Status.OUT_OF_MEMORY;
  const k = size;
  const row = entry(factor, stride, k, 0);
  for (let j = 0; j < k; j++) {
    const other = entry(factor, stride, j, 0);
    const value = load<f64>(at(source, freeId(j))) + shift;
    store<f64>(at(row, j), (value - dot(row, other, j)) / load<f64>(at(other, j)));
  }
  const diagonal = load<f64>(at(source, id)) + shift;
  let pivot = diagonal - dot(row, row, k);
  const unit = diagonal > 0 ? diagonal : 1;
  const isFlat = !(pivot > FLAT_PIVOT * unit);
  if (isFlat) {
    pivot = RAISED_PIVOT * unit;
    raisedCount++;
  }
  store<f64>(at(row, k), Math.sqrt(pivot));
  store<i32>(ids + (<usize> k << 2), id);
  store<f64>(at(soundPivots, k), isFlat ? SOUND_PIVOT * unit : 0);
  size = k + 1;
  return Status.DONE;
}

/** Deletes the j-th free variable from the Cholesky factor. Rotations make the rows below it triangular again. */
export function deleteVariable(j: i32): void {
  const k = size;
  if (load<f64>(at(soundPivots, j)) > 0) raisedCount--;
  for (let i = j; i < k - 1; i++) {
    memory.copy(entry(factor, stride, i, 0), entry(factor, stride, i + 1, 0), <usize> (i + 2) << 3);
  }
  const tail = <usize> (k - 1 - j) << 2;
  memory.copy(ids + (<usize> j << 2), ids + (<usize> (j + 1) << 2), tail);
  memory.copy(at(soundPivots, j), at(soundPivots, j + 1), 2 * tail);
  for (let c = j; c < k - 1; c++) {
    const p = entry(factor, stride, c, c);
    const a = load<f64>(p), b = load<f64>(p, 8);
    const h = Math.sqrt(a * a + b * b);
    const cosine = h > 0 ? a / h : 1, sine = h > 0 ? b / h : 0;
    store<f64>(p, h);
    for (let i = c + 1; i < k - 1; i++) {
      const e = entry(factor, stride, i, c);
      const x = load<f64>(e), y = load<f64>(e, 8);
      store<f64>(e, cosine * x + sine * y);
      store<f64>(e, cosine * y - sine * x, 8);
    }
  }
  size = k - 1;
}

/**
 * Solves (L L') y = x with the Cholesky factor L, writes y over x and returns false, where no slope along the
 * directions of raised pivots exceeds `noise`. Otherwise writes a downward direction without curvature over x and
 * returns true. Smaller slopes count as zero, because rounding would otherwise move the point.
 */
export function solveFactor(x: usize, noise: f64): bool {
  let isFlat = false;
  for (let i = 0; i < size; i++) {
    const row = entry(factor, stride, i, 0);
    const value = load<f64>(at(x, i)) - dot(row, x, i);
    const flat = isRaised(i);
    if (flat && abs(value) > noise) isFlat = true;
    store<f64>(at(slopes, i), flat ? value : 0);
    store<f64>(at(x, i), flat ? 0 : value / load<f64>(at(row, i)));
  }
  if (isFlat) {
    for (let i = 0; i < size; i++) {
      const value = load<f64>(at(slopes, i));
      store<f64>(at(x, i), abs(value) > noise ? value / load<f64>(entry(factor, stride, i, i)) : 0);
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = entry(factor, stride, i, 0);
    const value = load<f64>(at(x, i)) / load<f64>(at(row, i));
    store<f64>(at(x, i), value);
    axpy(-value, row, x, i);
  }
  return isFlat;
}

function isRaised(i: i32): bool {
  if (raisedCount == 0) return false;
  const root = load<f64>(entry(factor, stride, i, i));
  return root * root < load<f64>(at(soundPivots, i));
}

function grow(): bool {
  const wider = min((capacityLimit + 1) & ~1, 2 * stride);
  const moved = allocate(<usize> wider * <usize> wider << 3);
  if (moved == 0) return false;
  for (let i = 0; i < size; i++) {
    memory.copy(entry(moved, wider, i, 0), entry(factor, stride, i, 0), <usize> (i + 1) << 3);
  }
  factor = moved;
  stride = wider;
  return true;
}
