// min ½x'Px + q'x subject to sum x = budget (where there is such a row) and lower ≤ x ≤ upper, P positive semidefinite.
// Primal active set on the free block of P + ρ 1 1', which is definite along the budget row. A pivot that vanishes
// names a direction without curvature: along it the point goes to the first bound. Only the rows of P that are needed
// are asked for.
// Reference: Gill, Murray, Wright, Practical Optimization, §5.2; Bland's rule against cycling.
import { allocate, at } from "../memory";
import { axpy } from "../linear_algebra/dot";
import { shouldStop } from "../host";
import { DONE, OUT_OF_MEMORY, STOPPED } from "../status";
import {
  appendVariable,
  deleteVariable,
  emptyFactor,
  freeId,
  raisedCount,
  resetFactor,
  size,
  solveFactor,
} from "./free_factor";

const ITERATION_LIMIT: i32 = -1;
const INFEASIBLE: i32 = -2;
const UNBOUNDED: i32 = -3;
const NEEDS_ROWS: i32 = -4;

const AT_LOWER: i32 = -1;
const FREE: i32 = 0;
const AT_UPPER: i32 = 1;

/** Filled greedily from few; free where a warm start says so; all free. */
const UNKNOWN: i32 = 0;
const COLD: i32 = 1;
const WARM: i32 = 2;
const WIDE: i32 = 3;

const LOADING: i32 = 0;
const FILLING: i32 = 1;
const TARGETING: i32 = 2;
const ITERATING: i32 = 3;
const APPENDING: i32 = 4;

/** Freed at once; one at a time after a step that lowered nothing, the lowest index after many. */
const BATCH: i32 = 8;
/** Full steps that leave a residual show that deletions spoilt the factor. */
const TRIES_BEFORE_REBUILD: i32 = 3;
const MOST_REFINEMENTS: i32 = 3;
const NEWTON_MISMATCH: f64 = 1e-6;
const FLAT_CURVATURE: f64 = 1e-13;
const CLEAR_SLOPE: f64 = 1e-9;
const WIDE_SHARES: f64 = 4;

let n: i32 = 0;
let q: usize = 0;
let lower: usize = 0;
let upper: usize = 0;
let diagonal: usize = 0;
let hasBudget: bool = false;
let budget: f64 = 0;
let tolerance: f64 = 0;

let x: usize = 0;
let gradient: usize = 0;
let states: usize = 0;
let requests: usize = 0;
let requestCount: i32 = 0;
let rows: usize = 0;
let step: usize = 0;
let ones: usize = 0;
let change: usize = 0;
let picks: usize = 0;
let pickCount: i32 = 0;

let phase: i32 = 0;
let start: i32 = 0;
let started: bool = false;
let rest: f64 = 0;
let scale: f64 = 0;
let mean: f64 = 0;
let iterations: i32 = 0;
let limit: i32 = 0;
let slope: f64 = 0;
let curvature: f64 = 0;
let stalls: i32 = 0;
let tries: i32 = 0;
let lastResidual: f64 = 0;
let fresh: bool = false;
let refinements: i32 = 0;

function get(base: usize, i: i32): f64 {
  return load<f64>(at(base, i));
}

function set(base: usize, i: i32, value: f64): void {
  store<f64>(at(base, i), value);
}

function state(i: i32): i32 {
  return load<i32>(states + (<usize> i << 2));
}

function setState(i: i32, value: i32): void {
  store<i32>(states + (<usize> i << 2), value);
}

function rowOf(i: i32): usize {
  return <usize> load<u32>(rows + (<usize> i << 2));
}

/**
 * Sets a problem up. q, lower, upper, the diagonal of P: n doubles each. x, gradient: n doubles, the answer. states: n
 * i32, the start (0 free, -1 lower, 1 upper) where `warmStart`, else not read. requests: n i32. 0 or 2 (no memory).
 */
export function boxQuadraticBegin(
  variables: i32,
  linear: usize,
  lowerBounds: usize,
  upperBounds: usize,
  diagonalOfP: usize,
  budgetRow: i32,
  budgetValue: f64,
  answer: usize,
  answerGradient: usize,
  boundStates: usize,
  rowRequests: usize,
  warmStart: i32,
  relativeTolerance: f64,
): i32 {
  n = variables;
  q = linear;
  lower = lowerBounds;
  upper = upperBounds;
  diagonal = diagonalOfP;
  hasBudget = budgetRow != 0;
  budget = budgetValue;
  tolerance = relativeTolerance;
  x = answer;
  gradient = answerGradient;
  states = boundStates;
  requests = rowRequests;
  start = warmStart != 0 ? WARM : UNKNOWN;
  started = false;
  rows = allocate(<usize> n << 2);
  step = allocate(<usize> n << 3);
  ones = allocate(<usize> n << 3);
  change = allocate(<usize> n << 3);
  picks = allocate(<usize> BATCH << 2);
  if (rows == 0 || step == 0 || ones == 0 || change == 0 || picks == 0) return OUT_OF_MEMORY;
  memory.fill(rows, 0, <usize> n << 2);
  let trace = 0.0;
  for (let i = 0; i < n; i++) trace += get(diagonal, i);
  if (resetFactor(n, hasBudget ? (trace > 0 ? trace / <f64> n : 1) : 0) != 0) return OUT_OF_MEMORY;
  phase = LOADING;
  requestCount = 0;
  pickCount = 0;
  iterations = 0;
  limit = 500 + 10 * n;
  stalls = 0;
  tries = 0;
  fresh = false;
  refinements = 0;
  scale = 0;
  mean = 0;
  return 0;
}

/** Hands over row i of P. */
export function boxQuadraticRow(i: i32, row: usize): void {
  store<u32>(rows + (<usize> i << 2), <u32> row);
}

/** Hands over all of P, row-major. */
export function boxQuadraticMatrix(matrix: usize): void {
  for (let i = 0; i < n; i++) boxQuadraticRow(i, at(matrix, i * n));
}

/** How many rows are asked for in `requests` after status -4. */
export function boxQuadraticRequestCount(): i32 {
  return requestCount;
}

export function boxQuadraticIterations(): i32 {
  return iterations;
}

/** The multiplier of the budget row. */
export function boxQuadraticMultiplier(): f64 {
  return hasBudget ? -mean : 0;
}

/**
 * Runs until done or until rows of P are missing. 0 optimal; 1 stopped; 2 no memory; -1 iteration limit; -2 infeasible;
 * -3 unbounded, the direction is in x; -4 hand over the rows in `requests` and call again.
 */
export function boxQuadraticAdvance(): i32 {
  while (true) {
    let status = DONE;
    if (phase == LOADING) status = loadStart();
    else if (phase == FILLING) status = fill();
    else if (phase == TARGETING) status = aim();
    else if (phase == APPENDING) status = appendPicks();
    else return iterate();
    if (status != DONE) return status;
  }
}

/** Chooses the starting point once, then waits for the rows it needs. */
function loadStart(): i32 {
  if (start == UNKNOWN || start == WARM && !started) {
    if (isInfeasible()) return INFEASIBLE;
    if (start == UNKNOWN) start = isWide() ? WIDE : COLD;
    if (start == WIDE) memory.fill(states, 0, <usize> n << 2);
    if (start == COLD) startCold();
    else startNamed();
    started = true;
  }
  requestCount = 0;
  for (let i = 0; i < n; i++) {
    if ((get(x, i) != 0 || state(i) == FREE) && rowOf(i) == 0) request(i);
  }
  if (requestCount > 0) return NEEDS_ROWS;
  recomputeGradient();
  for (let i = 0; i < n; i++) {
    scale = max(scale, abs(get(gradient, i)));
    if (state(i) != FREE) continue;
    if ((size & 63) == 63 && shouldStop()) return STOPPED;
    if (appendVariable(i, rowOf(i)) != 0) return OUT_OF_MEMORY;
    if (start == WIDE && raisedCount > 0) {
      // Where P is singular, all variables free lead nowhere in particular: begin again from few.
      start = COLD;
      emptyFactor();
      startCold();
      return DONE;
    }
  }
  phase = start == COLD ? FILLING : TARGETING;
  return DONE;
}

/** Bounds that leave each variable several times its share of the budget in both directions will hold few of them. */
function isWide(): bool {
  if (!hasBudget) return false;
  const share = WIDE_SHARES * abs(budget) / <f64> n;
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (get(lower, i) < -share && get(upper, i) > share) count++;
  }
  return 10 * count >= 9 * n;
}

function isInfeasible(): bool {
  let least = 0.0, most = 0.0, size = abs(budget);
  for (let i = 0; i < n; i++) {
    const l = get(lower, i), u = get(upper, i);
    if (!(l <= u) || l == Infinity || u == -Infinity) return true;
    least += l;
    most += u;
    if (l > -Infinity) size = max(size, abs(l));
    if (u < Infinity) size = max(size, abs(u));
  }
  return hasBudget && (least > budget + 1e-12 * size || most < budget - 1e-12 * size);
}

/**
 * At the lower bounds, or the upper where there is none, or free; what the budget lacks is filled in later, what is too
 * much taken off.
 */
function startCold(): void {
  rest = budget;
  for (let i = 0; i < n; i++) {
    const l = get(lower, i), u = get(upper, i);
    let value = 0.0, side = FREE;
    if (!hasBudget && l <= 0 && u >= 0 && l < u) {
      side = l == 0 ? AT_LOWER : u == 0 ? AT_UPPER : FREE;
    } else if (l > -Infinity) {
      value = l;
      side = AT_LOWER;
    } else if (u < Infinity) {
      value = u;
      side = AT_UPPER;
    }
    set(x, i, value);
    setState(i, side);
    rest -= value;
  }
  if (!hasBudget) rest = 0;
  for (let i = 0; i < n && rest < 0; i++) {
    if (state(i) == AT_LOWER) continue;
    set(x, i, get(x, i) + rest);
    setState(i, FREE);
    rest = 0;
  }
  if (rest < 0) rest = 0;
}

/** At the bounds that the given set names; the others share what is left. */
function startNamed(): void {
  rest = 0;
  for (let i = 0; i < n; i++) {
    const l = get(lower, i), u = get(upper, i);
    let side = state(i);
    if (l == u) side = side == FREE ? AT_LOWER : side;
    else if (side == AT_LOWER && l == -Infinity || side == AT_UPPER && u == Infinity) side = FREE;
    setState(i, side);
    set(x, i, side == AT_LOWER ? l : side == AT_UPPER ? u : max(l, min(u, 0)));
  }
  if (!hasBudget || spread(true)) return;
  spread(false);
  for (let i = 0; i < n; i++) {
    const value = get(x, i), l = get(lower, i), u = get(upper, i);
    if (l == u) continue;
    setState(i, value <= l ? AT_LOWER : value >= u ? AT_UPPER : FREE);
  }
}

/**
 * Shares what the budget lacks evenly among the free (or all) variables as far as their bounds allow; whether it could
 * all be placed.
 */
function spread(freeOnly: bool): bool {
  for (let pass = 0; pass < n + 2; pass++) {
    let lack = budget, total = abs(budget), count = 0;
    for (let i = 0; i < n; i++) {
      lack -= get(x, i);
      total += abs(get(x, i));
    }
    if (abs(lack) <= 1e-15 * total) return true;
    for (let i = 0; i < n; i++) {
      if (freeOnly && state(i) != FREE) continue;
      if (lack > 0 ? get(x, i) < get(upper, i) : get(x, i) > get(lower, i)) count++;
    }
    if (count == 0) return false;
    const share = lack / <f64> count;
    for (let i = 0; i < n; i++) {
      if (freeOnly && state(i) != FREE) continue;
      set(x, i, max(get(lower, i), min(get(upper, i), get(x, i) + share)));
    }
  }
  return true;
}

/** Fills the variable that lowers the objective most per unit until the budget is met. */
function fill(): i32 {
  while (rest > 0) {
    let best = -1, bestValue = Infinity, amount = 0.0;
    for (let i = 0; i < n; i++) {
      const room = get(upper, i) - get(x, i);
      if (room <= 0) continue;
      const a = min(rest, room);
      const value = get(gradient, i) + 0.5 * a * get(diagonal, i);
      if (value < bestValue) {
        bestValue = value;
        best = i;
        amount = a;
      }
    }
    if (best < 0) break;
    if (rowOf(best) == 0) {
      requestCount = 0;
      request(best);
      return NEEDS_ROWS;
    }
    axpy(amount, rowOf(best), gradient, n);
    rest -= amount;
    const filled = get(x, best) + amount;
    if (filled < get(upper, best)) {
      set(x, best, filled);
      if (state(best) != FREE) {
        setState(best, FREE);
        if (appendVariable(best, rowOf(best)) != 0) return OUT_OF_MEMORY;
      }
    } else {
      set(x, best, get(upper, best));
      setState(best, AT_UPPER);
    }
  }
  for (let i = 0; i < n; i++) scale = max(scale, abs(get(gradient, i)));
  lastResidual = Infinity;
  phase = ITERATING;
  return DONE;
}

/**
 * From a named start: the optimum on the free variables without their bounds, brought back into the bounds and the
 * budget.
 */
function aim(): i32 {
  lastResidual = Infinity;
  phase = ITERATING;
  if (size == 0) return DONE;
  measureFree();
  if (solveStep(lackOfBudget(), 0.1 * tolerance * scale)) return DONE;
  memory.copy(change, x, <usize> n << 3);
  for (let j = 0; j < size; j++) {
    const i = freeId(j);
    set(x, i, max(get(lower, i), min(get(upper, i), get(x, i) + get(step, j))));
  }
  if (hasBudget && !spread(true)) {
    memory.copy(x, change, <usize> n << 3);
    return DONE;
  }
  for (let j = size - 1; j >= 0; j--) {
    const i = freeId(j);
    const moved = get(x, i) - get(change, i);
    if (moved != 0) axpy(moved, rowOf(i), gradient, n);
    if (get(x, i) <= get(lower, i)) leave(j, AT_LOWER);
    else if (get(x, i) >= get(upper, i)) leave(j, AT_UPPER);
  }
  return DONE;
}

function iterate(): i32 {
  while (iterations < limit) {
    iterations++;
    if ((iterations & 7) == 0 && shouldStop()) return STOPPED;
    if (size > 0) {
      const residual = measureFree();
      if (isWorthAStep(residual)) {
        if (tries == TRIES_BEFORE_REBUILD && rebuild() != DONE) return OUT_OF_MEMORY;
        const status = takeStep();
        if (status == UNBOUNDED) return UNBOUNDED;
        lastResidual = residual;
        tries = status == 1 ? 0 : tries + 1;
        if (status == 1) lastResidual = Infinity;
        continue;
      }
    } else if (hasBudget) mean = middleOfBounds();
    else mean = 0;
    tries = 0;
    lastResidual = Infinity;
    choosePicks();
    if (pickCount > 0) {
      fresh = false;
      refinements = 0;
      phase = APPENDING;
      const status = appendPicks();
      if (status != DONE) return status;
      continue;
    }
    if (fresh || refinements == MOST_REFINEMENTS) {
      settleBudget();
      return DONE;
    }
    recomputeGradient();
    refinements++;
    fresh = true;
  }
  settleBudget();
  return ITERATION_LIMIT;
}

/** The mean gradient of the free variables, and how far they are from it. */
function measureFree(): f64 {
  mean = 0;
  if (hasBudget) {
    for (let j = 0; j < size; j++) mean += get(gradient, freeId(j));
    mean /= <f64> size;
  }
  let residual = 0.0;
  for (let j = 0; j < size; j++) residual = max(residual, abs(get(gradient, freeId(j)) - mean));
  return residual;
}

/** A full step leaves rounding; another pays while it makes the residual clearly smaller. */
function isWorthAStep(residual: f64): bool {
  if (residual <= (fresh ? 1e-15 : 1e-14) * scale) return false;
  if (tries == 0) return true;
  return residual > tolerance * scale
    ? tries < 200 && residual < 0.95 * lastResidual
    : tries < 4 && residual < 0.1 * lastResidual;
}

/** The factor of the same free variables, made anew. */
function rebuild(): i32 {
  emptyFactor();
  for (let i = 0; i < n; i++) {
    if (state(i) == FREE && appendVariable(i, rowOf(i)) != 0) return OUT_OF_MEMORY;
  }
  return DONE;
}

function lackOfBudget(): f64 {
  if (!hasBudget) return 0;
  let lack = budget;
  for (let i = 0; i < n; i++) lack -= get(x, i);
  return lack;
}

/**
 * The step of the free variables to the optimum of their block, whose sum is `lack`, or down a direction without
 * curvature: true.
 */
function solveStep(lack: f64, noise: f64): bool {
  const k = size;
  for (let j = 0; j < k; j++) set(step, j, mean - get(gradient, freeId(j)));
  const isFlat = solveFactor(step, noise);
  if (!hasBudget) return isFlat;
  for (let j = 0; j < k; j++) set(ones, j, 1);
  solveFactor(ones, Infinity);
  let total = 0.0, unit = 0.0;
  for (let j = 0; j < k; j++) {
    total += get(step, j);
    unit += get(ones, j);
  }
  if (isFlat) lack = 0;
  axpy((lack - total) / unit, ones, step, k);
  // What rounding left of the sum; it matters where the step is huge.
  let error = -lack;
  for (let j = 0; j < k; j++) error += get(step, j);
  error /= <f64> k;
  for (let j = 0; j < k; j++) set(step, j, get(step, j) - error);
  return isFlat;
}

/** 0 a full step; 1 a bound was met; -3 nothing stops it. */
function takeStep(): i32 {
  solveStep(lackOfBudget(), 0.1 * tolerance * scale);
  let full = lengthOfStep();
  let alpha = full;
  for (let j = 0; j < size; j++) alpha = min(alpha, roomAlong(j));
  if (alpha == Infinity) {
    if (keepsFalling()) return UNBOUNDED;
    // Rounding made the slope: without it there is none.
    solveStep(lackOfBudget(), Infinity);
    full = min(1, lengthOfStep());
    alpha = full;
    for (let j = 0; j < size; j++) alpha = min(alpha, roomAlong(j));
  }
  axpy(alpha, change, gradient, n);
  for (let j = 0; j < size; j++) {
    const i = freeId(j);
    set(x, i, get(x, i) + alpha * get(step, j));
  }
  fresh = false;
  if (alpha >= full) {
    stalls = 0;
    return 0;
  }
  const fall = -alpha * (slope + 0.5 * alpha * curvature);
  stalls = fall > 1e-15 * scale * sizeOfX() ? 0 : stalls + 1;
  leaveBlocked(alpha);
  return 1;
}

/** Where along the step the objective is least: 1, but for a direction whose curvature the factor does not show. */
function lengthOfStep(): f64 {
  memory.fill(change, 0, <usize> n << 3);
  slope = 0;
  curvature = 0;
  let weight = 0.0;
  for (let j = 0; j < size; j++) {
    const i = freeId(j), p = get(step, j);
    slope += (get(gradient, i) - mean) * p;
    weight += p * p * get(diagonal, i);
    if (p != 0) axpy(p, rowOf(i), change, n);
  }
  for (let j = 0; j < size; j++) curvature += get(step, j) * get(change, freeId(j));
  if (!(slope < 0) || abs(slope + curvature) <= NEWTON_MISMATCH * -slope) return 1;
  return curvature > FLAT_CURVATURE * weight ? -slope / curvature : Infinity;
}

/**
 * Whether the step is clearly downhill and without curvature, for that is claimed of it when no bound stops it; then it
 * is kept in x.
 */
function keepsFalling(): bool {
  let length = 0.0, bend = 0.0, most = 0.0, fall = 0.0;
  for (let j = 0; j < size; j++) {
    length += abs(get(step, j));
    fall -= get(step, j) * get(q, freeId(j));
  }
  for (let i = 0; i < n; i++) {
    bend = max(bend, abs(get(change, i)));
    most = max(most, get(diagonal, i));
  }
  if (fall <= CLEAR_SLOPE * scale * length || bend > CLEAR_SLOPE * most * length) return false;
  memory.fill(x, 0, <usize> n << 3);
  for (let j = 0; j < size; j++) set(x, freeId(j), get(step, j) / length);
  return true;
}

/** The length of the step at which free variable j meets a bound. */
function roomAlong(j: i32): f64 {
  const p = get(step, j);
  if (p == 0) return Infinity;
  const i = freeId(j);
  return max(0, ((p < 0 ? get(lower, i) : get(upper, i)) - get(x, i)) / p);
}

/** All that the step brought to a bound become bound to it; only the lowest index when cycling is feared. */
function leaveBlocked(alpha: f64): void {
  const single = stalls > n;
  let only = -1;
  for (let j = size - 1; j >= 0; j--) {
    const p = get(step, j);
    if (p == 0) continue;
    const i = freeId(j);
    const bound = p < 0 ? get(lower, i) : get(upper, i);
    if (abs(bound) == Infinity || (bound - get(x, i)) / p > 1e-14 * alpha) continue;
    if (!single) {
      shiftStep(j);
      set(x, i, bound);
      leave(j, p < 0 ? AT_LOWER : AT_UPPER);
    } else if (only < 0 || i < freeId(only)) only = j;
  }
  if (only < 0) return;
  const i = freeId(only), side = get(step, only) < 0 ? AT_LOWER : AT_UPPER;
  set(x, i, side == AT_LOWER ? get(lower, i) : get(upper, i));
  leave(only, side);
}

function shiftStep(j: i32): void {
  memory.copy(at(step, j), at(step, j + 1), <usize> (size - 1 - j) << 3);
}

function leave(j: i32, side: i32): void {
  setState(freeId(j), side);
  deleteVariable(j);
}

/** With every variable at a bound: between the gradients that the two sides ask for. */
function middleOfBounds(): f64 {
  let top = -Infinity, low = Infinity;
  for (let i = 0; i < n; i++) {
    if (get(lower, i) >= get(upper, i)) continue;
    if (state(i) == AT_UPPER) top = max(top, get(gradient, i));
    else low = min(low, get(gradient, i));
  }
  if (top == -Infinity) return low == Infinity ? 0 : low;
  return low == Infinity ? top : 0.5 * (top + low);
}

/** The variables at bounds whose release lowers the objective most. */
function choosePicks(): void {
  const most = stalls > 0 ? 1 : BATCH, first = stalls > n;
  pickCount = 0;
  let threshold = tolerance * scale;
  for (let i = 0; i < n; i++) {
    const side = state(i);
    if (side == FREE || get(lower, i) >= get(upper, i)) continue;
    const gain = violation(i, side);
    if (!(gain > threshold)) continue;
    let place = pickCount < most ? pickCount++ : most - 1;
    for (; place > 0 && violation(pick(place - 1), state(pick(place - 1))) < gain; place--) {
      setPick(place, pick(place - 1));
    }
    setPick(place, i);
    if (first) return;
    if (pickCount == most) threshold = violation(pick(most - 1), state(pick(most - 1)));
  }
}

function violation(i: i32, side: i32): f64 {
  const above = get(gradient, i) - mean;
  return side == AT_LOWER ? -above : above;
}

function pick(place: i32): i32 {
  return load<i32>(picks + (<usize> place << 2));
}

function setPick(place: i32, i: i32): void {
  store<i32>(picks + (<usize> place << 2), i);
}

function appendPicks(): i32 {
  requestCount = 0;
  for (let place = 0; place < pickCount; place++) {
    if (rowOf(pick(place)) == 0) request(pick(place));
  }
  if (requestCount > 0) return NEEDS_ROWS;
  for (let place = 0; place < pickCount; place++) {
    const i = pick(place);
    setState(i, FREE);
    if (appendVariable(i, rowOf(i)) != 0) return OUT_OF_MEMORY;
  }
  pickCount = 0;
  phase = ITERATING;
  return DONE;
}

function request(i: i32): void {
  store<i32>(requests + (<usize> requestCount << 2), i);
  requestCount++;
}

/** The gradient from the point itself, and the size of what it is made of. */
function recomputeGradient(): void {
  memory.copy(gradient, q, <usize> n << 3);
  for (let i = 0; i < n; i++) {
    const value = get(x, i);
    scale = max(scale, abs(get(q, i)));
    if (value == 0) continue;
    axpy(value, rowOf(i), gradient, n);
    scale = max(scale, abs(value) * get(diagonal, i));
  }
}

function sizeOfX(): f64 {
  let sum = 0.0;
  for (let i = 0; i < n; i++) sum += abs(get(x, i));
  return sum;
}

/** Gives what rounding left of the budget to the free variable with the most room. */
function settleBudget(): void {
  if (!hasBudget || size == 0) return;
  let sum = 0.0, lost = 0.0;
  for (let i = 0; i < n; i++) {
    const value = get(x, i), next = sum + value;
    lost += abs(sum) >= abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  const lack = budget - sum - lost;
  let best = -1, most = abs(lack);
  for (let j = 0; j < size; j++) {
    const i = freeId(j);
    const room = min(get(x, i) - get(lower, i), get(upper, i) - get(x, i));
    if (room > most) {
      most = room;
      best = i;
    }
  }
  if (best >= 0) set(x, best, get(x, best) + lack);
}
