// Follows the critical lines: the points that minimise ½w'Pw - price m'w under bounds and rows, for P positive
// semidefinite, while the price of return changes. It visits one basis after another and returns the point at each
// change of basis, even where the point does not move.
// Reference: Markowitz (1956), The optimization of a quadratic function subject to linear constraints, Naval Research
// Logistics Quarterly 3; Best (1996), An algorithm for the solution of the parametric quadratic programming problem.
import { dot } from "../linear_algebra/dot";
import { allocate, get, getId, set, setId } from "../memory";
import { shouldStop } from "../host";
import { Status } from "../status";
import { inverseDiagonal } from "./bordered_inverse";
import { CriticalLineArguments } from "./critical_line_arguments";
import { aimLine, clearRowChange, clearSlopeChange, speed } from "./critical_line_direction";
import { refusedRows, settleStill, startBasis } from "./critical_line_start";
import {
  append,
  AT_LOWER,
  AT_UPPER,
  change,
  equalities,
  FREE,
  isInBasis,
  limits,
  loadCriticalLine,
  lower,
  multiplierChange,
  n,
  placeOf,
  remove,
  rows,
  rule,
  settle,
  slopeAt,
  states,
  upper,
  w,
  y,
} from "./critical_line_state";
import { addedDistance, moveAll, prepareTies } from "./critical_line_ties";

/** Relative difference up to which two prices of return, the factors of m'w in the objective, count as equal. */
const TIED: f64 = 1e-11;

/** Movement of weights along a critical line up to which a point counts as unmoved. */
const STILL: f64 = 1e-12;

let price: f64 = 0;
let direction: f64 = 1;
let steps: i32 = 0;
let limit: i32 = 0;

/**
 * Candidates for the next change of the critical line's basis: the variable or row, whether it reaches its upper end,
 * its distance from the end, and the rate at which the distance shrinks.
 */
let entities: usize = 0;
let uppers: usize = 0;
let distances: usize = 0;
let rates: usize = 0;
let events: i32 = 0;
/** Variables and rows whose move into or out of the critical line's basis was refused since the basis last changed. */
let refused: usize = 0;

/**
 * Loads a program with a point that is optimal at a price of return, the factor of m'w in the objective. The caller
 * then calls `criticalLineAdvance`.
 */
export function criticalLineBegin(given: CriticalLineArguments): Status {
  const status = loadCriticalLine(given);
  if (status != Status.DONE) return status;
  const most = <usize> (2 * n + rows);
  entities = allocate(most << 2);
  uppers = allocate(most << 2);
  distances = allocate(most << 3);
  rates = allocate(most << 3);
  refused = allocate(<usize> (n + rows) << 2);
  if (refused == 0 || rates == 0 || distances == 0 || uppers == 0 || entities == 0) return Status.OUT_OF_MEMORY;
  if (prepareTies() != Status.DONE) return Status.OUT_OF_MEMORY;
  price = given.price;
  direction = given.direction;
  steps = 0;
  limit = 1000 + 50 * (n + rows);
  clearRefused();
  const started = startBasis();
  given.refusedRows = refusedRows;
  if (started != Status.DONE) return started;
  settle(price);
  return Status.DONE;
}

/**
 * Moves to the next corner or to the end of the critical line: a price of return of 0, or one beyond which the point
 * does not move. Returns UNBOUNDED where the point would move for ever.
 */
export function criticalLineAdvance(given: CriticalLineArguments): Status {
  const status = advanceLine(given);
  given.price = price;
  given.steps = steps;
  return status;
}

function advanceLine(given: CriticalLineArguments): Status {
  while (steps++ < limit) {
    if (shouldStop()) return Status.STOPPED;
    aimLine();
    gatherEvents();
    const chosen = nextEvent();
    const reach = chosen < 0 ? Infinity : reachOf(chosen);
    // Ends the critical line at a price of return of 0, without a change of basis that happens exactly at 0.
    if (direction < 0 && reach >= price * (1 - TIED)) {
      move(price);
      price = 0;
      settle(price);
      given.isEnd = 1;
      return Status.DONE;
    }
    if (chosen < 0) {
      if (speed > 0) return Status.UNBOUNDED;
      given.isEnd = 1;
      return Status.DONE;
    }
    const isMoved = reach * speed > STILL || reach > TIED * price;
    move(reach);
    const status = changeBasis(getId(entities, chosen), getId(uppers, chosen) != 0);
    if (status > 0) return status;
    settle(price);
    if (isMoved) return Status.DONE;
  }
  return Status.NOT_CONVERGED;
}

function reachOf(k: i32): f64 {
  return get(distances, k) / get(rates, k);
}

/** Moves the price of return, the weights and the multipliers along the critical line. */
function move(by: f64): void {
  price = max(0, price + direction * by);
  for (let i = 0; i < n; i++) {
    const rate = get(change, i);
    if (rate != 0) set(w, i, get(w, i) + direction * by * rate);
  }
  for (let r = 0; r < rows; r++) set(y, r, get(y, r) + direction * by * get(multiplierChange, r));
}

function gatherEvents(): void {
  events = 0;
  for (let i = 0; i < n; i++) {
    if (getId(refused, i) != 0) continue;
    const side = getId(states, i);
    if (side == FREE) {
      const rate = direction * get(change, i);
      if (rate < 0) note(i, false, get(w, i) - get(lower, i), -rate);
      else if (rate > 0) note(i, true, get(upper, i) - get(w, i), rate);
    } else if (get(lower, i) < get(upper, i)) {
      const rate = direction * clearSlopeChange(i), slope = slopeAt(i, price);
      if (side == AT_LOWER && rate < 0) note(i, false, slope, -rate);
      else if (side == AT_UPPER && rate > 0) note(i, true, -slope, rate);
    }
  }
  for (let r = equalities; r < rows; r++) {
    if (getId(refused, n + r) != 0) continue;
    if (isInBasis(n + r)) {
      const rate = direction * get(multiplierChange, r);
      if (rate < 0) note(n + r, false, get(y, r), -rate);
    } else {
      const rate = direction * clearRowChange(r);
      if (rate < 0) note(n + r, false, dot(rule(r), w, n) - get(limits, r), -rate);
    }
  }
}

function note(e: i32, isUpper: bool, distance: f64, rate: f64): void {
  if (!(distance < Infinity)) return;
  setId(entities, events, e);
  setId(uppers, events, isUpper ? 1 : 0);
  set(distances, events, max(0, distance));
  set(rates, events, rate);
  events++;
}

/**
 * Returns the nearest change of the critical line's basis, or -1 where there is none. Of several at the same price of
 * return, returns the one that comes first under infinitesimal changes of all limits and costs.
 */
function nextEvent(): i32 {
  let nearest = -1, reach = Infinity;
  for (let k = 0; k < events; k++) {
    if (reachOf(k) < reach) {
      reach = reachOf(k);
      nearest = k;
    }
  }
  if (nearest < 0) return -1;
  const within = reach + TIED * (price + reach);
  let tied = 0;
  for (let k = 0; k < events; k++) if (reachOf(k) <= within) tied++;
  if (tied < 2) return nearest;
  moveAll();
  let first = nearest, least = Infinity;
  for (let k = 0; k < events; k++) {
    if (reachOf(k) > within) continue;
    const added = addedDistance(getId(entities, k), getId(uppers, k) != 0) / get(rates, k);
    if (added < least) {
      least = added;
      first = k;
    }
  }
  return first;
}

/**
 * Moves a variable or row into the critical line's basis, or out of it to the end of its range. An exchange without
 * enough accurate digits is refused until the basis changes.
 */
function changeBasis(e: i32, isUpper: bool): Status {
  if (isInBasis(e)) {
    if (!(abs(inverseDiagonal(placeOf(e))) > 0)) return refuse(e);
    remove(e);
    if (e < n) {
      setId(states, e, isUpper ? AT_UPPER : AT_LOWER);
      set(w, e, isUpper ? get(upper, e) : get(lower, e));
    } else {
      setId(states, e, 0);
      set(y, e - n, 0);
    }
  } else {
    const status = append(e, 0);
    if (status > 0) return status;
    if (status < 0) {
      if (e >= n || settleStill(e) != Status.DONE) return refuse(e);
    }
  }
  clearRefused();
  return Status.DONE;
}

function refuse(e: i32): Status {
  setId(refused, e, 1);
  return Status.DONE;
}

function clearRefused(): void {
  memory.fill(refused, 0, <usize> (n + rows) << 2);
}
