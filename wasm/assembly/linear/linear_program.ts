// Linear program of a simplex method and its current point. Entity j < n is a variable, and entity n + i is the value
// of row i, so that A x - rows = 0. Every entity is basic or at one of its limits; one without limits stays at 0.
import { allocate, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import { LinearArguments } from "./linear_arguments";

export const AT_LOWER: i32 = -1;
export const BASIC: i32 = 0;
export const AT_UPPER: i32 = 1;
/** State of a variable or row of the linear program that is outside the basis and has no limits. */
export const AT_NOTHING: i32 = 2;

export let n: i32 = 0;
export let m: i32 = 0;
export let lower: usize = 0;
export let upper: usize = 0;
/** Current value of each variable and each row of the linear program. */
export let values: usize = 0;
export let states: usize = 0;
/** Number of multiplications that the simplex method has done, as the measure of work. */
export let work: f64 = 0;

let rowStart: usize = 0;
let rowColumn: usize = 0;
let rowValue: usize = 0;
let columnStart: usize = 0;
let columnRow: usize = 0;
let columnValue: usize = 0;

/** Loads a linear program and puts every variable and row at its limit nearest to 0. */
export function loadLinearProgram(given: LinearArguments): Status {
  n = given.variables;
  m = given.rows;
  rowStart = given.rowStart;
  rowColumn = given.rowColumn;
  rowValue = given.rowValue;
  columnStart = given.columnStart;
  columnRow = given.columnRow;
  columnValue = given.columnValue;
  lower = given.lower;
  upper = given.upper;
  values = allocate(<usize> (n + m) << 3);
  states = allocate(<usize> (n + m) << 2);
  if (values == 0 || states == 0) return Status.OUT_OF_MEMORY;
  for (let e = 0; e < n + m; e++) settle(e);
  return Status.DONE;
}

/** Puts a variable or row outside the basis at its limit nearest to 0, or at 0 where it has no limits. */
export function settle(e: i32): void {
  const low = get(lower, e), high = get(upper, e);
  if (abs(low) <= abs(high) && low > -Infinity) place(e, AT_LOWER);
  else if (high < Infinity) place(e, AT_UPPER);
  else place(e, AT_NOTHING);
}

/** Puts a variable or row of the linear program at one of its limits, or at 0 for one without limits. */
export function place(e: i32, state: i32): void {
  setId(states, e, state);
  set(values, e, state == AT_LOWER ? get(lower, e) : state == AT_UPPER ? get(upper, e) : 0);
}

export function countWork(multiplications: i32): void {
  work += multiplications;
}

export function resetWork(): void {
  work = 0;
}

/** Returns the number of non-zero terms in the matrix column of a variable or row. */
export function columnCount(e: i32): i32 {
  return e < n ? getId(columnStart, e + 1) - getId(columnStart, e) : 1;
}

/** Returns the row index of the k-th non-zero term in the matrix column of a variable or row. */
export function rowOfTerm(e: i32, k: i32): i32 {
  return e < n ? getId(columnRow, getId(columnStart, e) + k) : e - n;
}

/** Returns the coefficient of the k-th non-zero term in the matrix column of a variable or row. */
export function valueOfTerm(e: i32, k: i32): f64 {
  return e < n ? get(columnValue, getId(columnStart, e) + k) : -1;
}

/**
 * Adds `factor` times row i of the linear program's matrix (A, -I) to `out`, which has an entry for every variable and
 * row.
 */
export function addRow(i: i32, factor: f64, out: usize): void {
  const end = getId(rowStart, i + 1);
  for (let k = getId(rowStart, i); k < end; k++) {
    const j = getId(rowColumn, k);
    set(out, j, get(out, j) + factor * get(rowValue, k));
  }
  set(out, n + i, get(out, n + i) - factor);
  work += end - getId(rowStart, i);
}

/**
 * Returns the sum of the terms of row i of the linear program's matrix (A, -I) over the variables and rows outside the
 * basis.
 */
export function outsideBasis(i: i32): f64 {
  const end = getId(rowStart, i + 1);
  let sum = getId(states, n + i) == BASIC ? 0.0 : -get(values, n + i);
  for (let k = getId(rowStart, i); k < end; k++) {
    const j = getId(rowColumn, k);
    if (getId(states, j) != BASIC) sum += get(rowValue, k) * get(values, j);
  }
  work += end - getId(rowStart, i);
  return sum;
}

/** Returns the value of row i of the linear program's matrix A at the current point. */
export function activity(i: i32): f64 {
  const end = getId(rowStart, i + 1);
  let sum = 0.0;
  for (let k = getId(rowStart, i); k < end; k++) sum += get(rowValue, k) * get(values, getId(rowColumn, k));
  work += end - getId(rowStart, i);
  return sum;
}

/** Returns the number of terms in row i of the linear program's matrix A. */
export function countInRow(i: i32): i32 {
  return getId(rowStart, i + 1) - getId(rowStart, i);
}

/** Returns the variable of the k-th non-zero term in row i of the linear program's matrix A. */
export function variableInRow(i: i32, k: i32): i32 {
  return getId(rowColumn, getId(rowStart, i) + k);
}

/** Returns the coefficient of the k-th non-zero term in row i of the linear program's matrix A. */
export function coefficientInRow(i: i32, k: i32): f64 {
  return get(rowValue, getId(rowStart, i) + k);
}
