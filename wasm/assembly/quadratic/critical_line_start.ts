// Builds the basis of a point of the critical line that is optimal at a price of return. Where the equations of its
// free variables are singular, for example with identical assets, the point moves along a direction that changes
// nothing until a variable reaches a bound.
import { dot } from "../linear_algebra/dot";
import { allocate, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import { lowerDiagonal, multiplyInverse, size } from "./bordered_inverse";
import {
  append,
  AT_LOWER,
  AT_UPPER,
  basis,
  equalities,
  FREE,
  isInBasis,
  limits,
  lower,
  n,
  placeOf,
  remove,
  right,
  rowOf,
  rows,
  rule,
  saddleColumn,
  solved,
  states,
  upper,
  w,
} from "./critical_line_state";

/** Number of active rows that could not enter the critical line's first basis. */
export let refusedRows: i32 = 0;

/** Direction of all variables along which neither the objective nor the rows of the critical line's basis change. */
let still: usize = 0;

/** Builds the critical line's first basis from the free variables and the active rows that the states name. */
export function startBasis(): Status {
  still = allocate(<usize> n << 3);
  if (still == 0) return Status.OUT_OF_MEMORY;
  let trace = 0.0;
  for (let i = 0; i < n; i++) trace += get(rowOf(i), i);
  const unit = trace > 0 ? trace / <f64> n : 1;
  const shifted = allocate(<usize> n << 2);
  if (shifted == 0) return Status.OUT_OF_MEMORY;
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (getId(states, i) != FREE) continue;
    const status = append(i, 0);
    if (status > 0) return status;
    // A variable that adds no curvature to those in the basis may do so once the constraint rows are in. Until then it
    // is in the basis with a raised diagonal.
    if (status < 0) setId(shifted, count++, i);
  }
  for (let j = 0; j < count; j++) {
    const status = append(getId(shifted, j), unit);
    if (status != Status.DONE) return status;
  }
  refusedRows = 0;
  for (let r = 0; r < rows; r++) {
    if (getId(states, n + r) == 0) continue;
    const status = append(n + r, 0);
    if (status > 0) return status;
    if (status == Status.DONE) continue;
    setId(states, n + r, 0);
    refusedRows++;
  }
  let dependent = 0;
  for (let j = 0; j < count; j++) {
    const i = getId(shifted, j);
    if (lowerDiagonal(placeOf(i), unit) == Status.DONE) continue;
    remove(i);
    setId(shifted, dependent++, i);
  }
  for (let j = 0; j < dependent; j++) {
    const status = settleStill(getId(shifted, j));
    if (status != Status.DONE) return status;
  }
  return Status.DONE;
}

/**
 * Moves a variable that depends on the critical line's basis, together with the basis, until a variable reaches a bound
 * or a row its limit. The variable enters the basis unless it reached the bound itself.
 */
export function settleStill(i: i32): Status {
  memory.fill(still, 0, <usize> n << 3);
  saddleColumn(i, right);
  multiplyInverse(right, solved);
  set(still, i, 1);
  for (let k = 0; k < size; k++) {
    const e = getId(basis, k);
    if (e < n) set(still, e, -get(solved, k));
  }
  let reach = Infinity, by = 0.0, at = -1, side = AT_LOWER;
  for (let way = -1.0; way <= 1; way += 2) {
    for (let j = 0; j < n; j++) {
      const rate = way * get(still, j);
      if (abs(rate) <= 1e-9) continue;
      const room = max(0, rate < 0 ? get(w, j) - get(lower, j) : get(upper, j) - get(w, j)) / abs(rate);
      if (room < reach) {
        reach = room;
        by = way * room;
        at = j;
        side = rate < 0 ? AT_LOWER : AT_UPPER;
      }
    }
    for (let r = equalities; r < rows; r++) {
      if (isInBasis(n + r)) continue;
      const rate = way * dot(rule(r), still, n);
      if (!(rate < -1e-9)) continue;
      const room = max(0, dot(rule(r), w, n) - get(limits, r)) / -rate;
      if (room < reach) {
        reach = room;
        by = way * room;
        at = n + r;
      }
    }
  }
  if (at < 0) return Status.NOT_CONVERGED;
  for (let j = 0; j < n; j++) set(w, j, get(w, j) + by * get(still, j));
  if (at < n) {
    if (at != i) remove(at);
    setId(states, at, side);
    set(w, at, side < 0 ? get(lower, at) : get(upper, at));
  } else append(at, 0);
  return at == i ? Status.DONE : append(i, 0);
}
