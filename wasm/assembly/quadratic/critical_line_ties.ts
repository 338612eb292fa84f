// Decides which of several changes of the critical line's basis at the same price of return comes first: the one that
// does so when every bound, limit and cost moves by its own infinitesimal amount. With this rule no basis occurs twice.
// Reference: Charnes (1952), Optimality and degeneracy in linear programming, Econometrica 20.
import { axpy, dot } from "../linear_algebra/dot";
import { allocate, get, getId, set } from "../memory";
import { Status } from "../status";
import { multiplyInverse, size } from "./bordered_inverse";
import {
  AT_LOWER,
  AT_UPPER,
  basis,
  equalities,
  FREE,
  isInBasis,
  lower,
  n,
  right,
  rowOf,
  rows,
  rule,
  solved,
  states,
  upper,
} from "./critical_line_state";

/**
 * Effects of the infinitesimal amounts that break ties on the weights w, on P w and on the multipliers of the critical
 * line.
 */
let moved: usize = 0;
let movedRisk: usize = 0;
let movedMultipliers: usize = 0;
let unit: f64 = 1;

export function prepareTies(): Status {
  moved = allocate(<usize> n << 3);
  movedRisk = allocate(<usize> n << 3);
  movedMultipliers = allocate(<usize> rows << 3);
  if (moved == 0 || movedRisk == 0 || movedMultipliers == 0) return Status.OUT_OF_MEMORY;
  let trace = 0.0;
  for (let i = 0; i < n; i++) trace += get(rowOf(i), i);
  unit = trace > 0 ? trace / <f64> n : 1;
  return Status.DONE;
}

/**
 * Returns a number in [1, 2) for each of the three infinitesimal amounts by which the limits and the cost of a variable
 * or row move. The numbers differ, and are the same on every machine.
 */
function amount(e: i32, which: i32): f64 {
  let mixed = <u32> (3 * e + which) * 0x9e3779b9 + 0x85ebca6b;
  mixed = (mixed ^ (mixed >>> 16)) * 0x21f0aaad;
  mixed = (mixed ^ (mixed >>> 15)) * 0x735a2d97;
  mixed ^= mixed >>> 15;
  return 1 + <f64> mixed / 4294967296;
}

/**
 * Returns the infinitesimal amount by which a limit of the critical line's program is relaxed to break ties. Fixed
 * variables and equality rows are not relaxed.
 */
function loosened(e: i32, side: i32): f64 {
  if (e >= n) return e - n < equalities ? 0 : amount(e, 0);
  return get(lower, e) == get(upper, e) ? 0 : amount(e, side < 0 ? 0 : 1);
}

/**
 * Computes the effects of the infinitesimal amounts that break ties on the critical line's point and its multipliers in
 * the present basis.
 */
export function moveAll(): void {
  memory.fill(moved, 0, <usize> n << 3);
  memory.fill(movedRisk, 0, <usize> n << 3);
  memory.fill(movedMultipliers, 0, <usize> rows << 3);
  for (let i = 0; i < n; i++) {
    const side = getId(states, i);
    if (side == FREE) continue;
    set(moved, i, side == AT_LOWER ? -loosened(i, side) : loosened(i, side));
    axpy(get(moved, i), rowOf(i), movedRisk, n);
  }
  for (let k = 0; k < size; k++) {
    const e = getId(basis, k);
    set(right, k, e < n ? -get(movedRisk, e) - costOf(e) : -loosened(e, 0) - dot(rule(e - n), moved, n));
  }
  multiplyInverse(right, solved);
  for (let k = 0; k < size; k++) {
    const e = getId(basis, k), by = get(solved, k);
    if (e >= n) {
      set(movedMultipliers, e - n, -by);
      continue;
    }
    set(moved, e, by);
    axpy(by, rowOf(e), movedRisk, n);
  }
}

function costOf(i: i32): f64 {
  return unit * amount(i, 2);
}

/**
 * Returns the part that the infinitesimal amounts add to the distance of a variable or row from the end of its range on
 * the critical line.
 */
export function addedDistance(e: i32, isUpper: bool): f64 {
  if (e >= n) {
    const r = e - n;
    return isInBasis(e) ? get(movedMultipliers, r) : dot(rule(r), moved, n) + loosened(e, 0);
  }
  if (isInBasis(e)) {
    const by = get(moved, e);
    return isUpper ? loosened(e, AT_UPPER) - by : by + loosened(e, AT_LOWER);
  }
  let slope = get(movedRisk, e) + costOf(e);
  for (let r = 0; r < rows; r++) {
    const by = get(movedMultipliers, r);
    if (by != 0) slope -= by * get(rule(r), e);
  }
  return isUpper ? -slope : slope;
}
