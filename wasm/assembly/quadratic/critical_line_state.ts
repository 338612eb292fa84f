// State of a walk along critical lines: the program, the weights, the multipliers, and the basis of the equations of
// free variables and active rows with their inverse. Entity i < n is a variable, entity n + r is row r.
import { axpy, dot } from "../linear_algebra/dot";
import { allocate, at, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import { appendRow, clearInverse, emptyInverse, multiplyInverse, removeRow, size } from "./bordered_inverse";
import { CriticalLineArguments } from "./critical_line_arguments";

export const FREE: i32 = 0;
export const AT_LOWER: i32 = -1;
export const AT_UPPER: i32 = 1;

export let n: i32 = 0;
export let rows: i32 = 0;
export let equalities: i32 = 0;
export let means: usize = 0;
export let lower: usize = 0;
export let upper: usize = 0;
export let limits: usize = 0;
export let states: usize = 0;
export let w: usize = 0;
export let y: usize = 0;

/** Product of the covariance P with the weights of the critical line, and with the change of the weights. */
export let risk: usize = 0;
export let riskChange: usize = 0;
/** Changes of the weights w and of the multipliers y per unit of the price of return along the critical line. */
export let change: usize = 0;
export let multiplierChange: usize = 0;
/** Volatility of each asset: the square root of the diagonal of the covariance P. */
export let volatility: usize = 0;
/** Basic entities (variables and rows) of the critical line, in the order of the inverse. */
export let basis: usize = 0;
/** Two vectors of the size of the critical line's basis, as workspace of any caller. */
export let right: usize = 0;
export let solved: usize = 0;

let P: usize = 0;
let A: usize = 0;
let places: usize = 0;

/** Loads a program for the critical line method with a starting point. The basis is empty. */
export function loadCriticalLine(given: CriticalLineArguments): Status {
  n = given.variables;
  rows = given.rows;
  equalities = given.equalities;
  P = given.P;
  A = given.A;
  means = given.means;
  lower = given.lower;
  upper = given.upper;
  limits = given.limits;
  states = given.states;
  w = given.w;
  y = given.y;
  const all = <usize> (n + rows);
  risk = allocate(<usize> n << 3);
  riskChange = allocate(<usize> n << 3);
  change = allocate(<usize> n << 3);
  multiplierChange = allocate(<usize> rows << 3);
  volatility = allocate(<usize> n << 3);
  right = allocate(all << 3);
  solved = allocate(all << 3);
  basis = allocate(all << 2);
  places = allocate(all << 2);
  if (places == 0 || basis == 0 || solved == 0 || volatility == 0 || change == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < n; i++) set(volatility, i, Math.sqrt(max(0, get(rowOf(i), i))));
  for (let e = 0; e < n + rows; e++) setId(places, e, -1);
  clearInverse();
  return emptyInverse();
}

/** Returns the address of row i of the covariance P. */
export function rowOf(i: i32): usize {
  return at(P, i * n);
}

/** Returns the address of row r of the constraint matrix A. */
export function rule(r: i32): usize {
  return at(A, r * n);
}

export function isInBasis(e: i32): bool {
  return getId(places, e) >= 0;
}

/** Returns the entry of the critical line's saddle-point matrix for two entities (variables or rows). */
function saddleEntry(a: i32, b: i32): f64 {
  if (a < n) return b < n ? get(rowOf(a), b) : get(rule(b - n), a);
  return b < n ? get(rule(a - n), b) : 0;
}

/**
 * Fills `into` with the entries of the critical line's saddle-point matrix between an entity (variable or row) and the
 * basis.
 */
export function saddleColumn(e: i32, into: usize): void {
  for (let k = 0; k < size; k++) set(into, k, saddleEntry(e, getId(basis, k)));
}

/** Adds a variable or row to the critical line's basis. Its diagonal entry is raised by `more`. */
export function append(e: i32, more: f64): Status {
  saddleColumn(e, right);
  const status = appendRow(right, (e < n ? get(rowOf(e), e) : 0) + more, e < n ? 1 : -1);
  if (status != Status.DONE) return status;
  setId(basis, size - 1, e);
  setId(places, e, size - 1);
  setId(states, e, e < n ? FREE : 1);
  return Status.DONE;
}

/** Removes a variable or row from the critical line's basis. Its state stays as it is. */
export function remove(e: i32): void {
  const place = getId(places, e), last = getId(basis, size - 1);
  removeRow(place);
  setId(basis, place, last);
  setId(places, last, place);
  setId(places, e, -1);
}

export function placeOf(e: i32): i32 {
  return getId(places, e);
}

/** Adds the covariance P times the variable part of a basis vector to `out`. */
function addRisk(vector: usize, out: usize): void {
  for (let k = 0; k < size; k++) {
    const e = getId(basis, k), by = get(vector, k);
    if (e < n && by != 0) axpy(by, rowOf(e), out, n);
  }
}

/** Returns the largest absolute value of a vector over the critical line's basis among its variables. */
function largestOfVariables(vector: usize): f64 {
  let most = 0.0;
  for (let k = 0; k < size; k++) if (getId(basis, k) < n) most = max(most, abs(get(vector, k)));
  return most;
}

/** Fraction of the weights below which a correction onto the critical line changes none of the digits that matter. */
const SETTLED: f64 = 1e-13;

/**
 * Computes P w for the weights w again, and moves the free weights and the multipliers exactly onto the critical line
 * at a price of return.
 */
export function settle(price: f64): void {
  memory.fill(risk, 0, <usize> n << 3);
  let largest = 0.0;
  for (let i = 0; i < n; i++) {
    const value = get(w, i);
    if (value != 0) axpy(value, rowOf(i), risk, n);
    largest = max(largest, abs(value));
  }
  for (let pass = 0; pass < 3; pass++) {
    for (let k = 0; k < size; k++) {
      const e = getId(basis, k);
      set(right, k, e < n ? -slopeAt(e, price) : get(limits, e - n) - dot(rule(e - n), w, n));
    }
    multiplyInverse(right, solved);
    for (let k = 0; k < size; k++) {
      const e = getId(basis, k);
      if (e < n) set(w, e, get(w, e) + get(solved, k));
      else set(y, e - n, get(y, e - n) - get(solved, k));
    }
    if (largestOfVariables(solved) <= SETTLED * largest) return;
    addRisk(solved, risk);
  }
}

/**
 * Returns entry i of the critical line's gradient P w - price m - A'y, with weights w, mean returns m and multipliers
 * y.
 */
export function slopeAt(i: i32, price: f64): f64 {
  return get(risk, i) - price * get(means, i) - ofRows(i, y);
}

/**
 * Returns the change of entry i of the critical line's gradient P w - price m - A'y per unit of the price of return.
 */
export function slopeChange(i: i32): f64 {
  return get(riskChange, i) - get(means, i) - ofRows(i, multiplierChange);
}

function ofRows(i: i32, multipliers: usize): f64 {
  let sum = 0.0;
  for (let r = 0; r < rows; r++) {
    const by = get(multipliers, r);
    if (by != 0) sum += by * get(rule(r), i);
  }
  return sum;
}
