// Dense inverse of the basis matrix of a simplex method, with one row for each basic entity (variable or row of the
// linear program). The vectors that it multiplies have few non-zero entries. Under simple rules its rows have few too,
// and an update changes only these.
import { axpy } from "../linear_algebra/dot";
import { allocate, at, entry, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import { BASIC, columnCount, countWork, m, n, rowOfTerm, settle, states, valueOfTerm } from "./linear_program";

/**
 * Smallest pivot with which a variable enters the basis when its inverse is computed from scratch. Without a larger
 * pivot the variable counts as linearly dependent.
 */
const LEAST_PIVOT: f64 = 1e-10;

/** Basic entity (variable or row of the linear program) of each row of the basis inverse. */
export let basis: usize = 0;
/** Number of updates of the basis inverse since it was last computed from scratch. */
export let changes: i32 = 0;

let inverse: usize = 0;
let places: usize = 0;
let column: usize = 0;
let isTaken: usize = 0;
let pending: usize = 0;

/** Makes the values of the rows of the linear program the starting basis. Allocates the memory of the basis inverse. */
export function beginBasis(): Status {
  inverse = allocate(<usize> m * <usize> m << 3);
  basis = allocate(<usize> m << 2);
  places = allocate(<usize> m << 2);
  isTaken = allocate(<usize> (n + m) << 2);
  pending = allocate(<usize> m << 2);
  column = allocate(<usize> m << 3);
  if (inverse == 0 || basis == 0 || places == 0 || isTaken == 0 || column == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < m; i++) {
    setId(basis, i, n + i);
    setId(states, n + i, BASIC);
  }
  clear();
  return Status.DONE;
}

/** Resets the basis inverse of the simplex method to that of the basis of all rows of the linear program. */
function clear(): void {
  memory.fill(inverse, 0, <usize> m * <usize> m << 3);
  for (let i = 0; i < m; i++) store<f64>(entry(inverse, m, i, i), -1);
  changes = 0;
}

/** Returns the address of row r of the inverse of the basis matrix. */
export function inverseRow(r: i32): usize {
  return entry(inverse, m, r, 0);
}

/** Sets `out` to the inverse of the basis matrix times the column of an entity (variable or row). */
export function multiplyColumn(e: i32, out: usize): void {
  const count = columnCount(e);
  memory.fill(out, 0, <usize> m << 3);
  for (let k = 0; k < count; k++) {
    const value = valueOfTerm(e, k);
    let from = entry(inverse, m, 0, rowOfTerm(e, k));
    for (let i = 0; i < m; i++, from += <usize> m << 3) set(out, i, get(out, i) + value * load<f64>(from));
  }
  countWork(count * m);
}

/**
 * Replaces the basic entity (variable or row of the linear program) of basis row r by another one and updates the
 * inverse. `column` is the inverse times the column of the new entity.
 */
export function replace(r: i32, e: i32, column: usize): void {
  const pivot = get(column, r), row = inverseRow(r);
  let filled = 0;
  for (let i = 0; i < m; i++) {
    const value = get(row, i);
    if (value == 0) continue;
    set(row, i, value / pivot);
    setId(places, filled++, i);
  }
  const isSparse = filled * 4 < m;
  for (let k = 0; k < m; k++) {
    const by = get(column, k);
    if (k == r || by == 0) continue;
    const other = inverseRow(k);
    countWork(isSparse ? filled : m);
    if (!isSparse) axpy(-by, row, other, m);
    else for (let p = 0; p < filled; p++) subtractAt(other, row, getId(places, p), by);
  }
  setId(basis, r, e);
  changes++;
}

function subtractAt(other: usize, row: usize, i: i32, by: f64): void {
  store<f64>(at(other, i), get(other, i) - by * get(row, i));
}

/**
 * Computes the basis inverse from scratch for the current basis. A variable that depends linearly on the rest of the
 * basis leaves it for its limit nearest to 0, and a row of the linear program takes its place.
 */
export function invertAnew(): void {
  memory.fill(isTaken, 0, <usize> (n + m) << 2);
  let variables = 0;
  for (let i = 0; i < m; i++) {
    const e = getId(basis, i);
    setId(isTaken, e, 1);
    if (e < n) setId(pending, variables++, e);
  }
  clear();
  for (let i = 0; i < m; i++) setId(basis, i, n + i);
  for (let k = 0; k < variables; k++) takeIn(getId(pending, k));
  for (let i = 0; i < m; i++) setId(states, getId(basis, i), BASIC);
  changes = 0;
}

/**
 * Makes a variable of the linear program basic in place of a row of the program that does not belong to the basis.
 * Without a large enough pivot that row stays.
 */
function takeIn(e: i32): void {
  multiplyColumn(e, column);
  let r = -1, most = LEAST_PIVOT;
  for (let i = 0; i < m; i++) {
    const held = getId(basis, i);
    if (held < n || getId(isTaken, held) != 0) continue;
    const size = abs(get(column, i));
    if (size > most) {
      most = size;
      r = i;
    }
  }
  if (r < 0) settle(e);
  else replace(r, e, column);
}
