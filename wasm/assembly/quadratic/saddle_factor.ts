// Solves the saddle-point system [H A'; A -D] [x; y] = [f; g], where H = P_FF + diag(h) is positive definite on the
// chosen variables F and D ≥ 0 on the chosen rows of M. Uses Cholesky factors of H and of its Schur complement D + A
// H⁻¹ A'. Both are regularised; refinement against the exact system removes the effect.
// Reference: Vanderbei (1995), Symmetric quasidefinite matrices; Golub, Van Loan, §4.2.
import { allocate, entry, get, getId, mark, release, set } from "../memory";
import { Status } from "../status";
import { cholesky } from "../linear_algebra/cholesky";
import { axpy, dot } from "../linear_algebra/dot";
import { forwardRows } from "../linear_algebra/forward_rows";
import { addTile, DEPTH, packRows, panelBytes, panelCount } from "../linear_algebra/panels";
import { shouldStop } from "../host";
import { M, m, n, P } from "./program";

const LEAST_REGULARISATION: f64 = 1e-8;
const MOST_REGULARISATION: f64 = 1.1e-4;
/** Largest fraction of its diagonal entry at which a pivot of the saddle-point system is a rounding error. */
const PIVOT: f64 = 1e-15;
const MOST_REFINEMENTS: i32 = 10;

/** Indices of the variables and rows that are chosen for the saddle-point system, i32 each, and their numbers. */
export let variables: usize = 0;
export let variableCount: i32 = 0;
export let rows: usize = 0;
export let rowCount: i32 = 0;

let factorH: usize = 0;
let factorS: usize = 0;
let coupling: usize = 0;
let strideH: i32 = 0;
let strideS: i32 = 0;
let isDiagonal: bool = false;
let exactH: usize = 0;
let exactD: usize = 0;
let residualX: usize = 0;
let residualY: usize = 0;
let wideX: usize = 0;
let product: usize = 0;
let bestX: usize = 0;
let bestY: usize = 0;
/** Variables and rows of the stored saddle-point factor, and whether there is one. */
let factoredVariables: usize = 0;
let factoredRows: usize = 0;
let isFactored: bool = false;

/** Allocates memory for saddle-point factors of up to all variables and rows. */
export function prepareSaddle(): Status {
  variables = allocate(<usize> n << 2);
  rows = allocate(<usize> m << 2);
  factorH = allocate((<usize> n * <usize> n) << 3);
  factorS = allocate((<usize> m * <usize> m) << 3);
  coupling = allocate((<usize> m * <usize> n) << 3);
  exactH = allocate(<usize> n << 3);
  exactD = allocate(<usize> m << 3);
  residualX = allocate(<usize> n << 3);
  residualY = allocate(<usize> m << 3);
  wideX = allocate(<usize> n << 3);
  product = allocate(<usize> n << 3);
  bestX = allocate(<usize> n << 3);
  bestY = allocate(<usize> m << 3);
  factoredVariables = allocate(<usize> n << 2);
  factoredRows = allocate(<usize> m << 2);
  isFactored = false;
  const isShort = variables == 0 || rows == 0 || factorH == 0 || factorS == 0 || coupling == 0 || bestX == 0 ||
    bestY == 0 || factoredVariables == 0 || factoredRows == 0;
  return isShort ? Status.OUT_OF_MEMORY : Status.DONE;
}

/** Sets how many entries of `variables` and `rows` are chosen for the saddle-point system. */
export function chooseSaddle(chosenVariables: i32, chosenRows: i32): void {
  variableCount = chosenVariables;
  rowCount = chosenRows;
}

/**
 * Factors the saddle-point system with h (per chosen variable) and D (per chosen row), both regularised as little as
 * possible. An unchanged system keeps its factor: a program of equalities only has the same system in every step.
 */
export function factorSaddle(h: usize, d: usize): Status {
  if (isFactored && isAtHand(h, d)) return Status.DONE;
  const status = factorAnew(h, d);
  isFactored = status == Status.DONE;
  if (isFactored) {
    memory.copy(factoredVariables, variables, <usize> variableCount << 2);
    memory.copy(factoredRows, rows, <usize> rowCount << 2);
  }
  return status;
}

function isAtHand(h: usize, d: usize): bool {
  return strideH == variableCount && strideS == rowCount &&
    memory.compare(factoredVariables, variables, <usize> variableCount << 2) == 0 &&
    memory.compare(factoredRows, rows, <usize> rowCount << 2) == 0 &&
    memory.compare(exactH, h, <usize> variableCount << 3) == 0 &&
    memory.compare(exactD, d, <usize> rowCount << 3) == 0;
}

function factorAnew(h: usize, d: usize): Status {
  for (let regularisation = LEAST_REGULARISATION; regularisation <= MOST_REGULARISATION; regularisation *= 10) {
    const status = factorRegularised(h, d, regularisation);
    if (status != Status.NOT_POSITIVE_DEFINITE) return status;
  }
  return Status.NOT_POSITIVE_DEFINITE;
}

function factorRegularised(h: usize, d: usize, regularisation: f64): Status {
  memory.copy(exactH, h, <usize> variableCount << 3);
  memory.copy(exactD, d, <usize> rowCount << 3);
  strideH = variableCount;
  strideS = rowCount;
  isDiagonal = true;
  for (let a = 0; a < variableCount; a++) {
    const row = entry(factorH, strideH, a, 0), source = entry(P, n, getId(variables, a), 0);
    if (variableCount == n) memory.copy(row, source, <usize> (a + 1) << 3);
    else for (let b = 0; b <= a; b++) set(row, b, get(source, getId(variables, b)));
    for (let b = 0; b < a && isDiagonal; b++) isDiagonal = get(row, b) == 0;
    set(row, a, get(row, a) + get(h, a) + regularisation);
  }
  let status = isDiagonal ? rootDiagonal() : cholesky(factorH, variableCount, strideH, PIVOT);
  if (status != Status.DONE) return status;
  status = couple();
  if (status != Status.DONE) return status;
  status = complement(regularisation);
  if (status != Status.DONE) return status;
  return cholesky(factorS, rowCount, strideS, PIVOT);
}

/** Computes the Cholesky factor of the saddle-point block H where it is diagonal, which every linear program has. */
function rootDiagonal(): Status {
  for (let a = 0; a < variableCount; a++) {
    const p = entry(factorH, strideH, a, a), pivot = load<f64>(p);
    if (!(pivot > 0) || pivot == Infinity) return Status.NOT_POSITIVE_DEFINITE;
    store<f64>(p, Math.sqrt(pivot));
  }
  return Status.DONE;
}

/** Computes the coupling W = A L'⁻¹ of the constraint rows with the Cholesky factor of H. */
function couple(): Status {
  for (let i = 0; i < rowCount; i++) {
    const row = entry(coupling, strideH, i, 0), source = entry(M, n, getId(rows, i), 0);
    if (variableCount == n) memory.copy(row, source, <usize> n << 3);
    else for (let b = 0; b < variableCount; b++) set(row, b, get(source, getId(variables, b)));
  }
  if (!isDiagonal) return forwardRows(factorH, coupling, strideH, variableCount, rowCount);
  for (let i = 0; i < rowCount; i++) {
    const row = entry(coupling, strideH, i, 0);
    for (let b = 0; b < variableCount; b++) set(row, b, get(row, b) / get(entry(factorH, strideH, b, 0), b));
  }
  return Status.DONE;
}

/**
 * Computes the Schur complement S = D + W W' of the saddle-point system, where W couples the rows with the factor of H.
 */
function complement(regularisation: f64): Status {
  const start = mark();
  const count = panelCount(rowCount), padded = count << 2;
  const panels = allocate(panelBytes(DEPTH, rowCount));
  const sum = allocate((<usize> padded * <usize> padded) << 3);
  if (panels == 0 || sum == 0) return Status.OUT_OF_MEMORY;
  memory.fill(sum, 0, (<usize> padded * <usize> padded) << 3);
  for (let from = 0; from < variableCount; from += DEPTH) {
    if (shouldStop()) return Status.STOPPED;
    const depth = min(DEPTH, variableCount - from);
    packRows(entry(coupling, strideH, 0, from), strideH, depth, rowCount, panels);
    for (let i = 0; i < count; i++) {
      const left = panels + panelBytes(depth, i << 2);
      for (let j = 0; j <= i; j++) {
        addTile(
          left,
          panels + panelBytes(depth, j << 2),
          depth,
          entry(sum, padded, i << 2, j << 2),
          <usize> padded << 3,
        );
      }
    }
  }
  for (let i = 0; i < rowCount; i++) {
    memory.copy(entry(factorS, strideS, i, 0), entry(sum, padded, i, 0), <usize> (i + 1) << 3);
    const p = entry(factorS, strideS, i, i);
    store<f64>(p, load<f64>(p) + get(exactD, i) + regularisation);
  }
  release(start);
  return Status.DONE;
}

/**
 * Solves the saddle-point system for x (chosen variables) and y (chosen rows) with the right-hand sides f and g.
 * Refines until the residual no longer halves. Returns the remaining residual.
 */
export function solveSaddle(f: usize, g: usize, x: usize, y: usize): f64 {
  memory.fill(x, 0, <usize> variableCount << 3);
  memory.fill(y, 0, <usize> rowCount << 3);
  memory.copy(residualX, f, <usize> variableCount << 3);
  memory.copy(residualY, g, <usize> rowCount << 3);
  const size = sizeOfResidual();
  let best = size;
  for (let pass = 0; pass <= MOST_REFINEMENTS; pass++) {
    memory.copy(bestX, x, <usize> variableCount << 3);
    memory.copy(bestY, y, <usize> rowCount << 3);
    solveRegularised(residualX, residualY);
    axpy(1, residualX, x, variableCount);
    axpy(1, residualY, y, rowCount);
    exactResidual(f, g, x, y);
    const left = sizeOfResidual();
    if (!(left < best)) {
      memory.copy(x, bestX, <usize> variableCount << 3);
      memory.copy(y, bestY, <usize> rowCount << 3);
      return best;
    }
    const slow = left > 0.5 * best;
    best = left;
    if (slow || left <= 1e-16 * size) break;
  }
  return best;
}

/** Solves the regularised saddle-point system and overwrites the right-hand sides with the solution. */
function solveRegularised(f: usize, g: usize): void {
  for (let i = 0; i < variableCount; i++) {
    const row = entry(factorH, strideH, i, 0);
    set(f, i, (get(f, i) - dot(row, f, i)) / get(row, i));
  }
  for (let i = 0; i < rowCount; i++) set(g, i, dot(entry(coupling, strideH, i, 0), f, variableCount) - get(g, i));
  for (let i = 0; i < rowCount; i++) {
    const row = entry(factorS, strideS, i, 0);
    set(g, i, (get(g, i) - dot(row, g, i)) / get(row, i));
  }
  backward(factorS, strideS, g, rowCount);
  for (let i = 0; i < rowCount; i++) axpy(-get(g, i), entry(coupling, strideH, i, 0), f, variableCount);
  backward(factorH, strideH, f, variableCount);
}

function backward(factor: usize, stride: i32, x: usize, count: i32): void {
  for (let i = count - 1; i >= 0; i--) {
    const row = entry(factor, stride, i, 0), value = get(x, i) / get(row, i);
    set(x, i, value);
    axpy(-value, row, x, i);
  }
}

/** Computes the residual [f; g] - [H A'; A -D] [x; y] of the saddle-point system without regularisation. */
function exactResidual(f: usize, g: usize, x: usize, y: usize): void {
  memory.fill(wideX, 0, <usize> n << 3);
  memory.fill(product, 0, <usize> n << 3);
  for (let a = 0; a < variableCount; a++) set(wideX, getId(variables, a), get(x, a));
  for (let i = 0; i < rowCount; i++) {
    const row = entry(M, n, getId(rows, i), 0), value = get(y, i);
    set(residualY, i, get(g, i) - dot(row, wideX, n) + get(exactD, i) * value);
    if (value != 0) axpy(value, row, product, n);
  }
  for (let a = 0; a < variableCount; a++) {
    const j = getId(variables, a);
    const value = dot(entry(P, n, j, 0), wideX, n) + get(exactH, a) * get(x, a) + get(product, j);
    set(residualX, a, get(f, a) - value);
  }
}

function sizeOfResidual(): f64 {
  let size = 0.0;
  for (let a = 0; a < variableCount; a++) size = max(size, abs(get(residualX, a)));
  for (let i = 0; i < rowCount; i++) size = max(size, abs(get(residualY, i)));
  return size;
}
