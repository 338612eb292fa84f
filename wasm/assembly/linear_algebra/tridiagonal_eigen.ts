// Eigendecomposition T = Q diag(d) Q' of a tridiagonal matrix by divide and conquer. Without the coupling between its
// halves, T is two smaller problems; the coupling is a rank-one change of both. Q is stored in strips.
// References: Cuppen (1981), A divide and conquer method for the symmetric tridiagonal eigenproblem; Gu, Eisenstat
// (1995), A divide-and-conquer algorithm for the symmetric tridiagonal eigenproblem.
import { allocate, at, get, getId, mark, release, set, setId } from "../memory";
import { Status } from "../status";
import { diagonalise } from "./implicit_ql";
import { mergeHalves, startMerging } from "./merge_halves";
import { stripEntry, stripsBytes } from "./strips";

/** Largest number of rows of a tridiagonal eigenproblem that is solved without further division into halves. */
const LEAF: i32 = 32;

let values: usize = 0;
let couplings: usize = 0;
/**
 * Workspace of an undivided tridiagonal block: its eigenvectors V' in strips of 8 columns, and the rotations of a
 * sweep.
 */
let leaf: usize = 0;
let rotations: usize = 0;

/**
 * Computes the eigendecomposition of a tridiagonal matrix. d and off: n doubles each, where off[i] couples rows i - 1
 * and i. Both are overwritten; d[j] becomes the eigenvalue of column j of the strips. order: the columns by ascending
 * value.
 */
export function tridiagonalEigen(n: i32, d: usize, off: usize, strips: usize, order: usize): Status {
  const start = mark();
  values = d;
  couplings = off;
  leaf = allocate((LEAF * LEAF) << 3);
  rotations = allocate(LEAF << 4);
  memory.fill(strips, 0, stripsBytes(n));
  let status = leaf == 0 || rotations == 0 ? Status.OUT_OF_MEMORY : startMerging(n, d, strips, order);
  if (status == Status.DONE) status = divide(0, n, n, strips, order);
  release(start);
  return status;
}

/**
 * Solves the rows `from` to `to` of an n × n tridiagonal eigenproblem by halves. Halves begin at multiples of 4, as
 * tiles do.
 */
function divide(from: i32, to: i32, n: i32, strips: usize, order: usize): Status {
  const rows = to - from;
  if (rows <= LEAF) return solveLeaf(from, rows, n, strips, order) ? Status.DONE : Status.NOT_CONVERGED;
  const middle = from + (((rows >> 1) + 3) & ~3);
  const coupling = get(couplings, middle);
  set(values, middle - 1, get(values, middle - 1) - abs(coupling));
  set(values, middle, get(values, middle) - abs(coupling));
  let status = divide(from, middle, n, strips, order);
  if (status == Status.DONE) status = divide(middle, to, n, strips, order);
  return status == Status.DONE ? mergeHalves(from, middle, to, coupling) : status;
}

function solveLeaf(from: i32, rows: i32, n: i32, strips: usize, order: usize): bool {
  memory.fill(leaf, 0, <usize> (rows * ((rows + 7) & ~7)) << 3);
  for (let i = 0; i < rows; i++) set(leafRow(rows, i, i), 0, 1);
  if (!diagonalise(rows, at(values, from), at(couplings, from), leaf, rotations)) return false;
  for (let i = 0; i < rows; i++) {
    for (let c = 0; c < rows; c++) {
      store<f64>(stripEntry(strips, n, from + c, from + i), load<f64>(leafRow(rows, i, c)));
    }
  }
  sortPlaces(from, rows, order);
  return true;
}

/** Returns the address of entry (i, c) of an undivided block's eigenvectors V', in strips of 8 columns. */
function leafRow(rows: i32, i: i32, c: i32): usize {
  return leaf + (<usize> ((c & ~7) * rows + (i << 3) + (c & 7)) << 3);
}

/** Sorts the eigenvector columns by ascending eigenvalue, by insertion. Equal values keep their order. */
function sortPlaces(from: i32, rows: i32, order: usize): void {
  for (let i = from; i < from + rows; i++) {
    const value = get(values, i);
    let j = i;
    for (; j > from && get(values, getId(order, j - 1)) > value; j--) setId(order, j, getId(order, j - 1));
    setId(order, j, i);
  }
}
