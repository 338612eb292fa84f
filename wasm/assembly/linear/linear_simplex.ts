// Minimises c'x under rows and bounds by the primal simplex method with bounded variables, for one objective after
// another. Each objective starts at the vertex of the previous one. Phase one reduces the sum of missed limits to 0;
// phase two minimises the objective. The entering entity has the largest slope relative to its reference weight. Of the
// entities that limit the step, within the tolerance for missed limits, the one with the largest pivot leaves. After
// many steps without movement both choices take the smallest index instead, which never returns to an earlier basis.
// Reference: Dantzig (1963), Linear programming and extensions; Harris (1973), Pivot selection methods of the Devex LP
// code, Mathematical Programming 5; Bland (1977), New finite pivoting rules for the simplex method, Mathematics of
// Operations Research 2.
import { dot } from "../linear_algebra/dot";
import { allocate, get, getId, set, setId } from "../memory";
import { shouldStop } from "../host";
import { Status } from "../status";
import { basis, changes, inverseRow, invertAnew, multiplyColumn, replace } from "./basis_inverse";
import { LinearArguments } from "./linear_arguments";
import {
  addRow,
  AT_LOWER,
  AT_UPPER,
  BASIC,
  countWork,
  loadLinearProgram,
  lower,
  m,
  n,
  outsideBasis,
  place,
  resetWork,
  states,
  upper,
  values,
  work,
} from "./linear_program";
import { startBasis } from "./linear_start";

/**
 * Tolerance of the simplex method for missed limits during the choice of a basis, for rows and objectives of size near
 * 1.
 */
const MISSED: f64 = 1e-10;
/** Smallest slope of the objective that counts in the simplex method. Smaller slopes do not improve the objective. */
const FLAT: f64 = 1e-10;
/** Smallest pivot of the simplex method. Smaller pivots consist of rounding errors. */
const LEAST_PIVOT: f64 = 1e-9;
/** Shortest step of the simplex method that counts as movement. Shorter steps leave the vertex unchanged. */
const STILL: f64 = 1e-13;
/**
 * Number of consecutive steps without movement after which the simplex method chooses by smallest index, which cannot
 * cycle.
 */
const PATIENCE: i32 = 60;
/** Number of updates of the basis inverse before it is computed from scratch. */
const MOST_CHANGES: i32 = 300;
/**
 * Largest relative difference between a simplex pivot computed by its row and by its column. Beyond it the basis
 * inverse is computed from scratch.
 */
const DRIFT: f64 = 1e-7;

let slopes: usize = 0;
let costs: usize = 0;
let weights: usize = 0;
let multipliers: usize = 0;
let pivotRow: usize = 0;
let column: usize = 0;
let outside: usize = 0;
let isPhaseOne: bool = false;
let standsStill: i32 = 0;

/** Loads a linear program into the simplex method and finds a starting basis. */
export function linearBegin(given: LinearArguments): Status {
  const status = loadLinearProgram(given);
  if (status != Status.DONE) return status;
  const all = <usize> (n + m) << 3;
  slopes = allocate(all);
  costs = allocate(all);
  weights = allocate(all);
  pivotRow = allocate(all);
  multipliers = allocate(<usize> m << 3);
  column = allocate(<usize> m << 3);
  outside = allocate(<usize> m << 3);
  if (slopes == 0 || costs == 0 || weights == 0 || pivotRow == 0) return Status.OUT_OF_MEMORY;
  if (multipliers == 0 || column == 0 || outside == 0) return Status.OUT_OF_MEMORY;
  const started = startBasis();
  if (started != Status.DONE) return started;
  placeBasis();
  return Status.DONE;
}

/**
 * Minimises the given objective of the linear program by the simplex method, starting at the vertex of the previous
 * objective.
 */
export function linearMinimise(given: LinearArguments): Status {
  resetWork();
  given.pivots = 0;
  const limit = 2000 + 20 * (n + m);
  const status = minimise(given, limit);
  memory.copy(given.x, values, <usize> n << 3);
  memory.copy(given.y, multipliers, <usize> m << 3);
  given.work = work;
  return status;
}

function minimise(given: LinearArguments, limit: i32): Status {
  let isAnew = false;
  begin(given);
  while (given.pivots < limit) {
    if (shouldStop()) return Status.STOPPED;
    if (changes >= MOST_CHANGES) restart(given);
    const entering = enteringEntity();
    if (entering < 0) {
      // Updated slopes of the objective may look optimal through rounding alone, so they are computed from scratch once
      // before the result is trusted.
      if (!isAnew) {
        isAnew = true;
        begin(given);
        continue;
      }
      if (!isPhaseOne) return Status.DONE;
      if (missedBy() > MISSED) return Status.INFEASIBLE;
      begin(given);
      continue;
    }
    given.pivots++;
    isAnew = false;
    const status = step(given, entering);
    if (status != Status.DONE) return status;
    // After a simplex step of phase one other limits may be missed, so the slopes are computed again.
    if (isPhaseOne) begin(given);
  }
  return Status.NOT_CONVERGED;
}

/**
 * Computes the slopes of the linear program at the current basis from scratch: of the sum of missed limits, or of the
 * objective where no limit is missed.
 */
function begin(given: LinearArguments): void {
  isPhaseOne = missedBy() > 0;
  memory.fill(costs, 0, <usize> (n + m) << 3);
  if (!isPhaseOne) memory.copy(costs, given.objective, <usize> n << 3);
  else {
    for (let i = 0; i < m; i++) {
      const e = getId(basis, i), value = get(values, e);
      if (value < get(lower, e) - MISSED) set(costs, e, -1);
      else if (value > get(upper, e) + MISSED) set(costs, e, 1);
    }
  }
  memory.fill(multipliers, 0, <usize> m << 3);
  for (let i = 0; i < m; i++) {
    const cost = get(costs, getId(basis, i));
    if (cost == 0) continue;
    const row = inverseRow(i);
    for (let k = 0; k < m; k++) set(multipliers, k, get(multipliers, k) + cost * get(row, k));
    countWork(m);
  }
  memory.copy(slopes, costs, <usize> (n + m) << 3);
  for (let i = 0; i < m; i++) {
    const by = get(multipliers, i);
    if (by != 0) addRow(i, -by, slopes);
  }
  for (let e = 0; e < n + m; e++) set(weights, e, 1);
  countWork(n + m);
}

/** Computes the basis inverse, the vertex and the slopes of the simplex method from scratch. */
function restart(given: LinearArguments): void {
  invertAnew();
  placeBasis();
  begin(given);
}

/** Computes the values of the basic variables and rows of the linear program from those outside the basis. */
function placeBasis(): void {
  for (let i = 0; i < m; i++) set(outside, i, outsideBasis(i));
  for (let i = 0; i < m; i++) set(values, getId(basis, i), -dot(inverseRow(i), outside, m));
  countWork(m * m);
}

/**
 * Returns the sum of the amounts by which limits of the linear program are missed. Amounts within the tolerance count
 * as 0.
 */
function missedBy(): f64 {
  let sum = 0.0;
  for (let i = 0; i < m; i++) {
    const e = getId(basis, i), value = get(values, e);
    const missed = max(get(lower, e) - value, value - get(upper, e));
    if (missed > MISSED) sum += missed;
  }
  return sum;
}

/**
 * Returns the direction in which a variable or row outside the basis improves the objective: 1 up, -1 down, 0 neither.
 */
function betterWay(e: i32): i32 {
  const state = getId(states, e);
  if (state == BASIC || get(lower, e) == get(upper, e)) return 0;
  const slope = get(slopes, e);
  if (slope < -FLAT && state != AT_UPPER) return 1;
  if (slope > FLAT && state != AT_LOWER) return -1;
  return 0;
}

/**
 * Returns the variable or row to bring into the basis of the simplex method, or -1 where none improves the objective.
 */
function enteringEntity(): i32 {
  let chosen = -1, most = 0.0;
  for (let e = 0; e < n + m; e++) {
    if (betterWay(e) == 0) continue;
    if (standsStill > PATIENCE) return e;
    const slope = get(slopes, e), merit = slope * slope / get(weights, e);
    if (merit > most) {
      most = merit;
      chosen = e;
    }
  }
  countWork(n + m);
  return chosen;
}

/** Takes a simplex step: moves a variable or row into the basis, or to its other limit. */
function step(given: LinearArguments, e: i32): Status {
  const way = betterWay(e);
  multiplyColumn(e, column);
  const r = leavingRow(way), range = get(upper, e) - get(lower, e);
  const reach = r < 0 ? Infinity : max(0, distance(r, way) / abs(get(column, r)));
  if (range <= reach) {
    if (range == Infinity) return unbounded(given, e, way);
    move(e, way, range);
    place(e, way > 0 ? AT_UPPER : AT_LOWER);
    standsStill = 0;
    return Status.DONE;
  }
  if (hasDrifted(r, e)) {
    if (changes == 0) return Status.NOT_CONVERGED;
    restart(given);
    return Status.DONE;
  }
  standsStill = reach > STILL ? 0 : standsStill + 1;
  const left = getId(basis, r), isAtUpper = isLeavingAtUpper(r, way);
  move(e, way, reach);
  updateSlopes(r, e);
  replace(r, e, column);
  setId(states, e, BASIC);
  place(left, isAtUpper ? AT_UPPER : AT_LOWER);
  return Status.DONE;
}

function move(e: i32, way: i32, by: f64): void {
  if (by == 0) return;
  set(values, e, get(values, e) + <f64> way * by);
  for (let i = 0; i < m; i++) {
    const rate = get(column, i);
    if (rate == 0) continue;
    const b = getId(basis, i);
    set(values, b, get(values, b) - <f64> way * by * rate);
  }
  countWork(m);
}

/** Whether the basic variable of basis row r increases while the entering variable moves, in the simplex method. */
function goesUp(r: i32, way: i32): bool {
  return get(column, r) * <f64> way < 0;
}

/**
 * Whether the variable or row that leaves the basis stops at its upper limit. One that misses a limit stops where it
 * reaches that limit.
 */
function isLeavingAtUpper(r: i32, way: i32): bool {
  const e = getId(basis, r), value = get(values, e);
  if (!goesUp(r, way)) return value > get(upper, e) + MISSED || get(lower, e) == -Infinity;
  return !(value < get(lower, e) - MISSED);
}

/**
 * Returns how far the basic variable of basis row r can move in a simplex step, or Infinity where no limit stops it.
 */
function distance(r: i32, way: i32): f64 {
  const e = getId(basis, r), value = get(values, e), low = get(lower, e), high = get(upper, e);
  if (goesUp(r, way)) {
    if (value < low - MISSED) return low - value;
    return value > high + MISSED ? Infinity : high - value;
  }
  if (value > high + MISSED) return value - high;
  return value < low - MISSED ? Infinity : value - low;
}

/**
 * Returns the row of the basis whose variable or row limits the simplex step: of those that do so within the tolerance,
 * the one with the largest pivot, or with the smallest index after many steps without movement. Returns -1 where none
 * limits the step.
 */
function leavingRow(way: i32): i32 {
  const isByIndex = standsStill > PATIENCE;
  let within = Infinity;
  for (let i = 0; i < m; i++) {
    const size = abs(get(column, i));
    if (size <= LEAST_PIVOT) continue;
    const ratio = (distance(i, way) + (isByIndex ? 0 : MISSED)) / size;
    if (ratio < within) within = ratio;
  }
  countWork(2 * m);
  if (within == Infinity) return -1;
  let chosen = -1, most = 0.0;
  for (let i = 0; i < m; i++) {
    const size = abs(get(column, i));
    if (size <= LEAST_PIVOT || distance(i, way) / size > within) continue;
    const merit = isByIndex ? 1 / (1 + <f64> getId(basis, i)) : size;
    if (merit > most) {
      most = merit;
      chosen = i;
    }
  }
  return chosen;
}

/**
 * Whether the simplex pivot computed by its row differs from the pivot computed by its column, which means that the
 * basis inverse has lost accuracy.
 */
function hasDrifted(r: i32, e: i32): bool {
  const row = inverseRow(r), pivot = get(column, r);
  memory.fill(pivotRow, 0, <usize> (n + m) << 3);
  for (let i = 0; i < m; i++) {
    const by = get(row, i);
    if (by != 0) addRow(i, by, pivotRow);
  }
  countWork(m);
  return abs(get(pivotRow, e) - pivot) > DRIFT * abs(pivot);
}

/**
 * Updates the slopes and reference weights of the simplex method, except in phase one, which computes them again, for a
 * basis in which entity e (variable or row) replaces that of row r.
 */
function updateSlopes(r: i32, e: i32): void {
  if (isPhaseOne) return;
  const pivot = get(column, r), by = get(slopes, e) / pivot, weight = get(weights, e) / (pivot * pivot);
  for (let j = 0; j < n + m; j++) {
    const entry = get(pivotRow, j);
    if (entry == 0) continue;
    set(slopes, j, get(slopes, j) - by * entry);
    const own = entry * entry * weight;
    if (own > get(weights, j)) set(weights, j, own);
  }
  const left = getId(basis, r);
  set(slopes, e, 0);
  set(slopes, left, -by);
  set(weights, left, max(weight, 1));
  countWork(2 * (n + m));
}

/**
 * Writes the direction along which the objective of the linear program falls without end, and returns the status
 * UNBOUNDED.
 */
function unbounded(given: LinearArguments, e: i32, way: i32): Status {
  if (isPhaseOne) return Status.NOT_CONVERGED;
  memory.fill(given.ray, 0, <usize> n << 3);
  if (e < n) set(given.ray, e, <f64> way);
  for (let i = 0; i < m; i++) {
    const b = getId(basis, i);
    if (b < n) set(given.ray, b, -<f64> way * get(column, i));
  }
  return Status.UNBOUNDED;
}
