// A primal-dual interior point with Mehrotra's corrector on the scaled program, started from an infeasible point, every
// limit with a slack of its own.
// Reference: Nocedal, Wright, Numerical Optimization, §16.6; Vandenberghe (2010), The CVXOPT linear and quadratic cone
// program solvers.
import { allocate, at, entry, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import { shouldStop } from "../host";
import { dot } from "../linear_algebra/dot";
import { addRows, lower, m, n, P, q, rowLower, rowUpper, upper, valuesOf } from "./program";
import { chooseSaddle, factorSaddle, rows, solveSaddle, variableCount, variables } from "./saddle_factor";

const GOAL: f64 = 1e-11;
const MOST_ITERATIONS: i32 = 150;
const PATIENCE: i32 = 15;
const STEP_SHARE: f64 = 0.99;
const CERTIFICATE: f64 = 1e-9;

/**
 * The point and, per variable and then per row, slacks and multipliers of lower and upper limits; y of equality rows.
 */
export let x: usize = 0;
export let y: usize = 0;
export let slackLower: usize = 0;
export let slackUpper: usize = 0;
export let dualLower: usize = 0;
export let dualUpper: usize = 0;
export let iterations: i32 = 0;
export let bestError: f64 = Infinity;

let count: i32 = 0;
let values: usize = 0;
let gradient: usize = 0;
let product: usize = 0;
let theta: usize = 0;
let weights: usize = 0;
let shifts: usize = 0;
let changeLower: usize = 0;
let changeUpper: usize = 0;
let targetLower: usize = 0;
let targetUpper: usize = 0;
let stepDualLower: usize = 0;
let stepDualUpper: usize = 0;
let f: usize = 0;
let g: usize = 0;
let dx: usize = 0;
let dy: usize = 0;
let move: usize = 0;
let reduced: usize = 0;
let best: usize = 0;
let stateBytes: usize = 0;
let pairs: i32 = 0;
let primalSize: f64 = 1;

function doubles(length: i32): usize {
  return allocate(<usize> length << 3);
}

export function prepareInteriorPoint(): Status {
  count = n + m;
  stateBytes = <usize> (n + m + 4 * count) << 3;
  x = allocate(stateBytes);
  y = at(x, n);
  slackLower = at(y, m);
  slackUpper = at(slackLower, count);
  dualLower = at(slackUpper, count);
  dualUpper = at(dualLower, count);
  best = allocate(stateBytes);
  values = doubles(count);
  gradient = doubles(n);
  product = doubles(n);
  theta = doubles(count);
  weights = doubles(m);
  shifts = doubles(count);
  changeLower = doubles(count);
  changeUpper = doubles(count);
  targetLower = doubles(count);
  targetUpper = doubles(count);
  stepDualLower = doubles(count);
  stepDualUpper = doubles(count);
  f = doubles(n);
  g = doubles(m);
  dx = doubles(n);
  dy = doubles(m);
  move = doubles(count);
  reduced = doubles(n);
  return x == 0 || best == 0 || move == 0 || reduced == 0 || dy == 0 || stepDualUpper == 0
    ? Status.OUT_OF_MEMORY
    : Status.DONE;
}

function low(c: i32): f64 {
  return c < n ? get(lower, c) : get(rowLower, c - n);
}

function high(c: i32): f64 {
  return c < n ? get(upper, c) : get(rowUpper, c - n);
}

function isEquality(c: i32): bool {
  return low(c) == high(c);
}

/**
 * Runs to `GOAL` or to where it no longer improves, and leaves the best point. What proves an infeasible program is in
 * y, dualLower and dualUpper, the direction of an unbounded one in x.
 */
export function runInteriorPoint(): Status {
  iterations = 0;
  bestError = Infinity;
  let status = begin();
  if (status != Status.DONE) return status > 0 ? status : Status.NOT_CONVERGED;
  let since = 0;
  for (; iterations < MOST_ITERATIONS; iterations++) {
    if (shouldStop()) return Status.STOPPED;
    const reached = measure();
    if (reached < bestError) {
      if (reached < 0.9 * bestError) since = 0;
      bestError = reached;
      memory.copy(best, x, stateBytes);
    } else since++;
    if (reached <= GOAL || since > PATIENCE || !(reached < Infinity)) break;
    if (provesInfeasible()) return Status.INFEASIBLE;
    if (provesUnbounded()) return Status.UNBOUNDED;
    status = advance();
    if (status > 0) return status;
    if (status < 0) break;
  }
  memory.copy(x, best, stateBytes);
  return bestError <= GOAL ? Status.DONE : Status.NOT_CONVERGED;
}

/** Least squares with unit weights towards the limits, then slacks and multipliers pushed inside. */
function begin(): Status {
  let chosen = 0;
  pairs = 0;
  for (let j = 0; j < n; j++) {
    const l = get(lower, j), u = get(upper, j);
    set(x, j, l == u ? l : 0);
    if (l == u) continue;
    set(theta, chosen, 1);
    set(f, chosen, max(l, min(u, 0)) - get(q, j));
    setId(variables, chosen++, j);
  }
  valuesOf(x, at(values, n));
  for (let i = 0; i < m; i++) {
    setId(rows, i, i);
    set(weights, i, isEquality(n + i) ? 0 : 1);
    set(g, i, max(get(rowLower, i), min(get(rowUpper, i), 0)) - get(values, n + i));
  }
  for (let a = 0; a < chosen; a++) {
    const j = getId(variables, a);
    set(f, a, get(f, a) - dot(entry(P, n, j, 0), x, n));
  }
  chooseSaddle(chosen, m);
  const status = factorSaddle(theta, weights);
  if (status != Status.DONE) return status;
  solveSaddle(f, g, dx, y);
  for (let a = 0; a < chosen; a++) set(x, getId(variables, a), get(dx, a));
  computeValues();
  let worst = 1.0;
  for (let c = 0; c < count; c++) {
    if (isEquality(c)) continue;
    worst = max(worst, max(low(c) - get(values, c), get(values, c) - high(c)));
  }
  for (let c = 0; c < count; c++) {
    const isFixed = isEquality(c);
    if (c >= n && !isFixed) set(y, c - n, 0);
    const hasLower = !isFixed && low(c) > -Infinity, hasUpper = !isFixed && high(c) < Infinity;
    set(slackLower, c, hasLower ? max(worst, get(values, c) - low(c)) : 1);
    set(slackUpper, c, hasUpper ? max(worst, high(c) - get(values, c)) : 1);
    set(dualLower, c, hasLower ? 1 : 0);
    set(dualUpper, c, hasUpper ? 1 : 0);
    if (hasLower) pairs++;
    if (hasUpper) pairs++;
  }
  return Status.DONE;
}

function computeValues(): void {
  memory.copy(values, x, <usize> n << 3);
  valuesOf(x, at(values, n));
}

/** Gradient of the Lagrangian in `gradient`, residuals, and their largest relative size. */
function measure(): f64 {
  computeValues();
  let dualSize = 1.0, objective = 0.0;
  primalSize = 1;
  for (let j = 0; j < n; j++) {
    const value = dot(entry(P, n, j, 0), x, n);
    dualSize = max(dualSize, max(abs(value), abs(get(q, j))));
    objective += get(x, j) * (0.5 * value + get(q, j));
    set(gradient, j, value + get(q, j));
  }
  for (let i = 0; i < m; i++) {
    if (!isEquality(n + i)) set(y, i, get(dualUpper, n + i) - get(dualLower, n + i));
  }
  memory.fill(product, 0, <usize> n << 3);
  addRows(y, product);
  let dual = 0.0, primal = 0.0, gap = 0.0;
  for (let j = 0; j < n; j++) {
    dualSize = max(dualSize, abs(get(product, j)));
    set(gradient, j, get(gradient, j) + get(product, j) + get(dualUpper, j) - get(dualLower, j));
    if (!isEquality(j)) dual = max(dual, abs(get(gradient, j)));
  }
  for (let c = 0; c < count; c++) {
    const value = get(values, c);
    primalSize = max(primalSize, abs(value));
    if (isEquality(c)) {
      if (c >= n) primal = max(primal, abs(value - low(c)));
      continue;
    }
    if (get(dualLower, c) > 0) {
      primal = max(primal, abs(value - low(c) - get(slackLower, c)));
      gap += get(dualLower, c) * get(slackLower, c);
    }
    if (get(dualUpper, c) > 0) {
      primal = max(primal, abs(high(c) - value - get(slackUpper, c)));
      gap += get(dualUpper, c) * get(slackUpper, c);
    }
  }
  return max(max(dual / dualSize, primal / primalSize), gap / (1 + abs(objective)));
}

/** One predictor and corrector step. Not converged where the step vanishes. */
function advance(): Status {
  let chosen = 0, mu = 0.0;
  for (let c = 0; c < count; c++) {
    const hasLower = get(dualLower, c) > 0, hasUpper = get(dualUpper, c) > 0;
    let weight = 0.0;
    if (hasLower) {
      weight += get(dualLower, c) / get(slackLower, c);
      mu += get(dualLower, c) * get(slackLower, c);
    }
    if (hasUpper) {
      weight += get(dualUpper, c) / get(slackUpper, c);
      mu += get(dualUpper, c) * get(slackUpper, c);
    }
    if (c < n) {
      if (isEquality(c)) continue;
      setId(variables, chosen, c);
      set(theta, chosen++, weight);
    } else set(weights, c - n, isEquality(c) ? 0 : 1 / max(weight, 1e-16));
  }
  for (let i = 0; i < m; i++) setId(rows, i, i);
  if (pairs > 0) mu /= <f64> pairs;
  chooseSaddle(chosen, m);
  const status = factorSaddle(theta, weights);
  if (status != Status.DONE) return status;
  for (let c = 0; c < count; c++) {
    set(targetLower, c, -get(dualLower, c) * get(slackLower, c));
    set(targetUpper, c, -get(dualUpper, c) * get(slackUpper, c));
  }
  direction();
  if (pairs > 0) {
    const reach = longestStep();
    let after = 0.0;
    for (let c = 0; c < count; c++) {
      if (get(dualLower, c) > 0) {
        after += (get(dualLower, c) + reach * get(stepDualLower, c)) *
          (get(slackLower, c) + reach * get(changeLower, c));
      }
      if (get(dualUpper, c) > 0) {
        after += (get(dualUpper, c) + reach * get(stepDualUpper, c)) *
          (get(slackUpper, c) + reach * get(changeUpper, c));
      }
    }
    const ratio = max(0, after / <f64> pairs / mu), aim = ratio * ratio * ratio * mu;
    for (let c = 0; c < count; c++) {
      const first = get(changeLower, c) * get(stepDualLower, c), second = get(changeUpper, c) * get(stepDualUpper, c);
      set(targetLower, c, aim - get(dualLower, c) * get(slackLower, c) - first);
      set(targetUpper, c, aim - get(dualUpper, c) * get(slackUpper, c) - second);
    }
    direction();
  }
  const step = pairs > 0 ? min(1, STEP_SHARE * longestStep()) : 1;
  if (!(step > 1e-12)) return Status.NOT_CONVERGED;
  for (let a = 0; a < variableCount; a++) {
    const j = getId(variables, a);
    set(x, j, get(x, j) + step * get(dx, a));
  }
  for (let i = 0; i < m; i++) {
    if (isEquality(n + i)) set(y, i, get(y, i) + step * get(dy, i));
  }
  for (let c = 0; c < count; c++) {
    if (get(dualLower, c) > 0) {
      set(slackLower, c, get(slackLower, c) + step * get(changeLower, c));
      set(dualLower, c, get(dualLower, c) + step * get(stepDualLower, c));
    }
    if (get(dualUpper, c) > 0) {
      set(slackUpper, c, get(slackUpper, c) + step * get(changeUpper, c));
      set(dualUpper, c, get(dualUpper, c) + step * get(stepDualUpper, c));
    }
  }
  return Status.DONE;
}

/** The Newton step towards the targets of the products of slacks and multipliers. */
function direction(): void {
  for (let c = 0; c < count; c++) {
    let shift = 0.0;
    if (get(dualUpper, c) > 0) {
      const residual = gapUpper(c);
      shift += (get(targetUpper, c) - get(dualUpper, c) * residual) / get(slackUpper, c);
    }
    if (get(dualLower, c) > 0) {
      const residual = gapLower(c);
      shift -= (get(targetLower, c) - get(dualLower, c) * residual) / get(slackLower, c);
    }
    set(shifts, c, shift);
  }
  for (let a = 0; a < variableCount; a++) {
    const j = getId(variables, a);
    set(f, a, -get(gradient, j) - get(shifts, j));
  }
  for (let i = 0; i < m; i++) {
    const c = n + i;
    set(g, i, isEquality(c) ? low(c) - get(values, c) : -get(shifts, c) * get(weights, i));
  }
  solveSaddle(f, g, dx, dy);
  memory.fill(move, 0, <usize> n << 3);
  for (let a = 0; a < variableCount; a++) set(move, getId(variables, a), get(dx, a));
  valuesOf(move, at(move, n));
  for (let j = 0; j < n; j++) set(reduced, j, dot(entry(P, n, j, 0), move, n) + get(gradient, j));
  addRows(dy, reduced);
  for (let c = 0; c < count; c++) {
    if (!isEquality(c)) splitStep(c, get(move, c), c < n ? -get(reduced, c) : get(dy, c - n));
  }
}

/**
 * Slacks and multipliers of limit pair c from the change of its value and of its multiplier. Where a limit is active
 * the change of the value is nearly lost to cancellation, and the multiplier's leads; elsewhere the value's does.
 */
function splitStep(c: i32, change: f64, dual: f64): void {
  const hasLower = get(dualLower, c) > 0, hasUpper = get(dualUpper, c) > 0;
  const z = get(dualLower, c), t = get(slackLower, c), w = get(dualUpper, c), s = get(slackUpper, c);
  if (hasLower) followValue(changeLower, stepDualLower, c, change + gapLower(c), get(targetLower, c), z, t);
  if (hasUpper) followValue(changeUpper, stepDualUpper, c, gapUpper(c) - change, get(targetUpper, c), w, s);
  const pressLower = hasLower ? z / t : 0, pressUpper = hasUpper ? w / s : 0;
  if (max(pressLower, pressUpper) < 1) return;
  if (pressLower >= pressUpper) {
    const other = hasUpper ? get(stepDualUpper, c) : 0;
    followDual(changeLower, stepDualLower, c, other - dual, get(targetLower, c), z, t);
  } else {
    const other = hasLower ? get(stepDualLower, c) : 0;
    followDual(changeUpper, stepDualUpper, c, dual + other, get(targetUpper, c), w, s);
  }
}

function followValue(changes: usize, steps: usize, c: i32, change: f64, target: f64, z: f64, t: f64): void {
  set(changes, c, change);
  set(steps, c, (target - z * change) / t);
}

function followDual(changes: usize, steps: usize, c: i32, step: f64, target: f64, z: f64, t: f64): void {
  set(steps, c, step);
  set(changes, c, (target - t * step) / z);
}

/**
 * What the slack lacks to the distance from its limit; rounding of large values counts as none, or a small slack would
 * follow the noise.
 */
function gapLower(c: i32): f64 {
  return unlessRounding(get(values, c) - low(c) - get(slackLower, c), c, low(c));
}

function gapUpper(c: i32): f64 {
  return unlessRounding(high(c) - get(values, c) - get(slackUpper, c), c, high(c));
}

function unlessRounding(gap: f64, c: i32, limit: f64): f64 {
  const size = c < n ? abs(get(values, c)) + abs(limit) : primalSize;
  return abs(gap) <= 1e-15 * size ? 0 : gap;
}

/** How far all slacks and multipliers stay non-negative. */
function longestStep(): f64 {
  let step = 1 / STEP_SHARE;
  for (let c = 0; c < count; c++) {
    if (get(dualLower, c) > 0) {
      if (get(changeLower, c) < 0) step = min(step, -get(slackLower, c) / get(changeLower, c));
      if (get(stepDualLower, c) < 0) step = min(step, -get(dualLower, c) / get(stepDualLower, c));
    }
    if (get(dualUpper, c) > 0) {
      if (get(changeUpper, c) < 0) step = min(step, -get(slackUpper, c) / get(changeUpper, c));
      if (get(stepDualUpper, c) < 0) step = min(step, -get(dualUpper, c) / get(stepDualUpper, c));
    }
  }
  return step;
}

/**
 * Whether the multipliers, with those of the bounds chosen to fit, are a certificate that no point keeps all limits.
 * `product` is M'y.
 */
function provesInfeasible(): bool {
  let size = 0.0, support = 0.0, scale = 0.0;
  for (let i = 0; i < m; i++) {
    const value = get(y, i);
    size = max(size, abs(value));
    if (value == 0) continue;
    const part = value * (value > 0 ? get(rowUpper, i) : get(rowLower, i));
    if (!(abs(part) < Infinity)) return false;
    support += part;
    scale += abs(part);
  }
  if (size == 0) return false;
  for (let j = 0; j < n; j++) {
    const value = -get(product, j), side = value > 0 ? get(upper, j) : get(lower, j);
    if (abs(side) == Infinity) {
      if (abs(value) > CERTIFICATE * size) return false;
      continue;
    }
    support += value * side;
    scale += abs(value * side);
  }
  return support < -CERTIFICATE * max(scale, size);
}

/** Whether x, far out, is a direction along which the objective falls without end. */
function provesUnbounded(): bool {
  let size = 0.0, fall = 0.0;
  for (let j = 0; j < n; j++) {
    size = max(size, abs(get(x, j)));
    fall -= get(q, j) * get(x, j);
  }
  if (size < 1e4 || fall <= 0) return false;
  const tolerance = 1e-8 * size;
  if (fall <= 1e-6 * size) return false;
  for (let j = 0; j < n; j++) {
    if (abs(dot(entry(P, n, j, 0), x, n)) > tolerance) return false;
  }
  for (let c = 0; c < count; c++) {
    const value = get(values, c);
    if (low(c) > -Infinity && value < -tolerance || high(c) < Infinity && value > tolerance) return false;
  }
  return true;
}
