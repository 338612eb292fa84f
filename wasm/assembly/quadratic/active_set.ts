// Active-set method that refines a guess of the active limits to the exact optimum: solve the program with the active
// limits as equalities, change the guess where a limit or the sign of a multiplier is violated, and repeat. The guess
// comes from the interior point method, which is almost always right, or from the answer to a similar program.
// Reference: Hintermüller, Ito, Kunisch (2002), The primal-dual active set strategy as a semismooth Newton method.
import { allocate, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import { shouldStop } from "../host";
import { gradientOf, lower, m, n, rowLower, rowUpper, upper, valuesOf } from "./program";
import { chooseSaddle, factorSaddle, rowCount, rows, solveSaddle, variableCount, variables } from "./saddle_factor";

/**
 * Largest relative violation of a limit or multiplier sign that counts as a rounding error in the active-set method.
 */
const EXACT: f64 = 1e-12;
/**
 * Largest relative error of the optimality conditions at which the answer of the active-set method needs no further
 * rounds that stop at the first limit.
 */
const FINISHED: f64 = 1e-11;
const ROUNDING: f64 = 4e-16;
const CORRECTIONS: i32 = 4;
/**
 * Largest fraction of the error that a round of the active-set method on the same equations may leave. A round that
 * leaves more makes no progress.
 */
const MOVING: f64 = 0.999;

/**
 * State of the active-set method: the point x, the multipliers y of rows and v of bounds, the states (i32; -1 lower, 0
 * free, 1 upper), and the relative error of the optimality conditions.
 */
export let x: usize = 0;
export let y: usize = 0;
export let v: usize = 0;
export let boundStates: usize = 0;
export let rowStates: usize = 0;
export let error: f64 = Infinity;
export let rounds: i32 = 0;

let gradient: usize = 0;
let values: usize = 0;
let f: usize = 0;
let g: usize = 0;
let dx: usize = 0;
let dy: usize = 0;
let zeros: usize = 0;
let bestX: usize = 0;
let bestY: usize = 0;
let bestBounds: usize = 0;
let bestRows: usize = 0;
let startX: usize = 0;
let startY: usize = 0;
let startBounds: usize = 0;
let startRows: usize = 0;
let fromX: usize = 0;
let fromY: usize = 0;
let fromValues: usize = 0;
let worst: f64 = 0;
let worstAt: i32 = -1;
let worstState: i32 = 0;
let dualSize: f64 = 1;
let primalSize: f64 = 1;

export function prepareActiveSet(): Status {
  x = allocate(<usize> n << 3);
  y = allocate(<usize> m << 3);
  v = allocate(<usize> n << 3);
  boundStates = allocate(<usize> n << 2);
  rowStates = allocate(<usize> m << 2);
  gradient = allocate(<usize> n << 3);
  values = allocate(<usize> m << 3);
  f = allocate(<usize> n << 3);
  g = allocate(<usize> m << 3);
  dx = allocate(<usize> n << 3);
  dy = allocate(<usize> m << 3);
  zeros = allocate(<usize> max(n, m) << 3);
  bestX = allocate(<usize> n << 3);
  bestY = allocate(<usize> m << 3);
  bestBounds = allocate(<usize> n << 2);
  bestRows = allocate(<usize> m << 2);
  startX = allocate(<usize> n << 3);
  startY = allocate(<usize> m << 3);
  startBounds = allocate(<usize> n << 2);
  startRows = allocate(<usize> m << 2);
  fromX = allocate(<usize> n << 3);
  fromY = allocate(<usize> m << 3);
  fromValues = allocate(<usize> m << 3);
  if (fromValues == 0 || bestRows == 0 || bestBounds == 0 || zeros == 0 || values == 0) return Status.OUT_OF_MEMORY;
  memory.fill(zeros, 0, <usize> max(n, m) << 3);
  error = Infinity;
  rounds = 0;
  return Status.DONE;
}

/**
 * Improves the point, the multipliers and the states of the active-set method. First come up to `most` rounds that
 * correct the whole guess, and later only its worst violation. Where these do not succeed, up to `steps` rounds from
 * the given point stop at the first limit and drop one wrong multiplier at a time. Leaves the best point that was
 * found, with its `error` and v.
 */
export function finish(most: i32, steps: i32): Status {
  judge(false);
  keepBest();
  memory.copy(startX, x, <usize> n << 3);
  memory.copy(startY, y, <usize> m << 3);
  memory.copy(startBounds, boundStates, <usize> n << 2);
  memory.copy(startRows, rowStates, <usize> m << 2);
  let status = correctWhole(most);
  if (status > 0) return status;
  if (bestError > FINISHED && steps > 0) {
    memory.copy(x, startX, <usize> n << 3);
    memory.copy(y, startY, <usize> m << 3);
    memory.copy(boundStates, startBounds, <usize> n << 2);
    memory.copy(rowStates, startRows, <usize> m << 2);
    status = stepToLimits(steps);
    if (status > 0) return status;
  }
  restoreBest();
  judge(false);
  return Status.DONE;
}

function correctWhole(most: i32): Status {
  for (let round = 0; round < most; round++) {
    if (shouldStop()) return Status.STOPPED;
    rounds++;
    const status = solveGuess();
    if (status > 0) return status;
    if (status < 0) break;
    judge(true);
    if (error < bestError) keepBest();
    if (worst <= EXACT) break;
    if (round < most >> 1) correctAll();
    else correctWorst();
  }
  return Status.DONE;
}

function stepToLimits(most: i32): Status {
  let last = Infinity;
  for (let round = 0; round < most; round++) {
    if (shouldStop()) return Status.STOPPED;
    rounds++;
    memory.copy(fromX, x, <usize> n << 3);
    memory.copy(fromY, y, <usize> m << 3);
    valuesOf(x, fromValues);
    const status = solveGuess();
    if (status > 0) return status;
    if (status < 0) break;
    if (stopAtLimits()) continue;
    judge(true);
    if (error < bestError) keepBest();
    if (worst <= EXACT) break;
    // Stops where rows contradict one another, because they would ask for the same correction of the active set for
    // ever.
    if (isStuckOnEquality() && !(error < MOVING * last)) break;
    last = error;
    correctWorst();
  }
  return Status.DONE;
}

/**
 * Whether the worst violation of the active-set method is that of an equality row. Its state cannot change, so the next
 * round would solve the same equations.
 */
function isStuckOnEquality(): bool {
  if (worstAt < n) return false;
  return get(rowLower, worstAt - n) == get(rowUpper, worstAt - n);
}

/**
 * Shortens the last move of the active-set method to the first limit that it crosses and makes the limits reached there
 * active. Returns false where it crosses none.
 */
function stopAtLimits(): bool {
  valuesOf(x, values);
  let reach = 1.0;
  for (let c = 0; c < n + m; c++) reach = min(reach, reachOf(c));
  if (reach >= 1) return false;
  for (let c = 0; c < n + m; c++) {
    if (reachOf(c) > reach * (1 + 1e-9)) continue;
    const state = after(c) < before(c) ? -1 : 1;
    if (c < n) setId(boundStates, c, state);
    else setId(rowStates, c - n, state);
  }
  for (let j = 0; j < n; j++) set(x, j, get(fromX, j) + reach * (get(x, j) - get(fromX, j)));
  for (let i = 0; i < m; i++) set(y, i, get(fromY, i) + reach * (get(y, i) - get(fromY, i)));
  return true;
}

/**
 * Returns the fraction of the last move of the active-set method after which it crosses the limits of variable or row
 * c. Returns 1 where it does not cross them.
 */
function reachOf(c: i32): f64 {
  if ((c < n ? getId(boundStates, c) : getId(rowStates, c - n)) != 0) return 1;
  const from = before(c), to = after(c);
  const limit = to < from
    ? (c < n ? get(lower, c) : get(rowLower, c - n))
    : (c < n ? get(upper, c) : get(rowUpper, c - n));
  const over = to < from ? limit - to : to - limit;
  if (!(over > EXACT * primalSize)) return 1;
  return max(0, min(1, (limit - from) / (to - from)));
}

function before(c: i32): f64 {
  return c < n ? get(fromX, c) : get(fromValues, c - n);
}

function after(c: i32): f64 {
  return c < n ? get(x, c) : get(values, c - n);
}

let bestError: f64 = Infinity;

function keepBest(): void {
  bestError = error;
  memory.copy(bestX, x, <usize> n << 3);
  memory.copy(bestY, y, <usize> m << 3);
  memory.copy(bestBounds, boundStates, <usize> n << 2);
  memory.copy(bestRows, rowStates, <usize> m << 2);
}

function restoreBest(): void {
  memory.copy(x, bestX, <usize> n << 3);
  memory.copy(y, bestY, <usize> m << 3);
  memory.copy(boundStates, bestBounds, <usize> n << 2);
  memory.copy(rowStates, bestRows, <usize> m << 2);
}

/**
 * Solves the quadratic program with the active limits as equalities, by corrections of the point x and the multipliers
 * y.
 */
function solveGuess(): Status {
  let chosen = 0, active = 0;
  for (let j = 0; j < n; j++) {
    const state = getId(boundStates, j);
    if (state == 0) setId(variables, chosen++, j);
    else set(x, j, state < 0 ? get(lower, j) : get(upper, j));
  }
  for (let i = 0; i < m; i++) {
    if (getId(rowStates, i) != 0) setId(rows, active++, i);
    else set(y, i, 0);
  }
  chooseSaddle(chosen, active);
  const status = factorSaddle(zeros, zeros);
  if (status != Status.DONE) return status;
  let last = Infinity;
  for (let pass = 0; pass < CORRECTIONS; pass++) {
    gradientOf(x, y, gradient);
    valuesOf(x, values);
    let size = 0.0;
    for (let a = 0; a < variableCount; a++) {
      set(f, a, -get(gradient, getId(variables, a)));
      size = max(size, abs(get(f, a)));
    }
    for (let a = 0; a < rowCount; a++) {
      const i = getId(rows, a);
      const limit = getId(rowStates, i) < 0 ? get(rowLower, i) : get(rowUpper, i), lack = limit - get(values, i);
      // Ignores differences from a row's limit that are rounding errors. A row whose variables are all at bounds would
      // turn them into a multiplier.
      set(g, a, abs(lack) <= ROUNDING * (abs(limit) + abs(get(values, i))) ? 0 : lack);
      size = max(size, abs(get(g, a)));
    }
    if (!(size < 0.5 * last) || size <= 1e-15) break;
    last = size;
    solveSaddle(f, g, dx, dy);
    for (let a = 0; a < variableCount; a++) {
      const j = getId(variables, a);
      set(x, j, get(x, j) + get(dx, a));
    }
    for (let a = 0; a < rowCount; a++) {
      const i = getId(rows, a);
      set(y, i, get(y, i) + get(dy, a));
    }
  }
  return Status.DONE;
}

/**
 * Computes the multipliers v of the bounds and the `error` of the active-set method's point, and records the worst
 * violation that a change of the active set can correct.
 */
function judge(clean: bool): void {
  gradientOf(x, y, gradient);
  valuesOf(x, values);
  measureSizes();
  error = 0;
  worst = 0;
  worstAt = -1;
  for (let j = 0; j < n; j++) {
    const state = getId(boundStates, j), low = get(lower, j), high = get(upper, j);
    const slope = get(gradient, j);
    if (state == 0) {
      const value = get(x, j);
      set(v, j, 0);
      error = max(error, abs(slope) / dualSize);
      if (value < low) note((low - value) / primalSize, j, -1);
      if (value > high) note((value - high) / primalSize, j, 1);
      if (clean && value < low && low - value <= EXACT * primalSize) set(x, j, low);
      if (clean && value > high && value - high <= EXACT * primalSize) set(x, j, high);
      continue;
    }
    const side = state < 0 ? low : high;
    error = max(error, abs(get(x, j) - side) / primalSize);
    set(v, j, -slope);
    if (low == high) continue;
    const wrong = state < 0 ? -slope : slope;
    if (wrong > 0) {
      note(wrong / dualSize, j, 0);
      set(v, j, 0);
    }
  }
  for (let i = 0; i < m; i++) {
    const state = getId(rowStates, i), low = get(rowLower, i), high = get(rowUpper, i), value = get(values, i);
    const size = primalSize;
    if (value < low) {
      if (state < 0) error = max(error, (low - value) / size);
      else note((low - value) / size, n + i, -1);
    }
    if (value > high) {
      if (state > 0) error = max(error, (value - high) / size);
      else note((value - high) / size, n + i, 1);
    }
    if (low == high) continue;
    const wrong = state < 0 ? get(y, i) : -get(y, i);
    if (state != 0) error = max(error, abs(value - (state < 0 ? low : high)) / size);
    if (state != 0 && wrong > 0) note(wrong / dualSize, n + i, 0);
  }
}

function measureSizes(): void {
  dualSize = 1;
  primalSize = 1;
  for (let i = 0; i < m; i++) {
    dualSize = max(dualSize, abs(get(y, i)));
    primalSize = max(primalSize, abs(get(values, i)));
  }
  for (let j = 0; j < n; j++) primalSize = max(primalSize, abs(get(x, j)));
}

function note(violation: f64, place: i32, state: i32): void {
  error = max(error, violation);
  if (violation > worst) {
    worst = violation;
    worstAt = place;
    worstState = state;
  }
}

/** Changes the active set: activates every violated limit and frees every limit whose multiplier has the wrong sign. */
function correctAll(): void {
  for (let j = 0; j < n; j++) {
    const state = getId(boundStates, j), low = get(lower, j), high = get(upper, j);
    if (low == high) continue;
    if (state == 0) {
      if (low - get(x, j) > EXACT * primalSize) setId(boundStates, j, -1);
      else if (get(x, j) - high > EXACT * primalSize) setId(boundStates, j, 1);
    } else if ((state < 0 ? -get(gradient, j) : get(gradient, j)) > EXACT * dualSize) setId(boundStates, j, 0);
  }
  for (let i = 0; i < m; i++) {
    const state = getId(rowStates, i), low = get(rowLower, i), high = get(rowUpper, i), value = get(values, i);
    if (low == high) continue;
    if (state >= 0 && low - value > EXACT * primalSize) setId(rowStates, i, -1);
    else if (state <= 0 && value - high > EXACT * primalSize) setId(rowStates, i, 1);
    else if (state != 0 && (state < 0 ? get(y, i) : -get(y, i)) > EXACT * dualSize) setId(rowStates, i, 0);
  }
}

function correctWorst(): void {
  if (worstAt < 0) return;
  if (worstAt < n) setId(boundStates, worstAt, worstState);
  else setId(rowStates, worstAt - n, worstState);
}
