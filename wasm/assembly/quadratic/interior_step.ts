// Step of the interior point method: Newton's method for the products of slacks and multipliers, with Mehrotra's
// corrector.
// Reference: Nocedal, Wright, Numerical Optimization, §16.6; Vandenberghe (2010), The CVXOPT linear and quadratic cone
// program solvers.
import { dot } from "../linear_algebra/dot";
import { allocate, at, entry, get, getId, set, setId } from "../memory";
import { Status } from "../status";
import {
  count,
  dualLower,
  dualUpper,
  gapLower,
  gapUpper,
  gradient,
  isEquality,
  low,
  slackLower,
  slackUpper,
  values,
  x,
  y,
} from "./interior_iterate";
import { addRows, m, n, P, valuesOf } from "./program";
import { chooseSaddle, factorSaddle, rows, solveSaddle, variableCount, variables } from "./saddle_factor";

const STEP_SHARE: f64 = 0.99;

/**
 * Linear equations of an interior point step for the chosen variables and the rows: weights, right-hand sides and
 * solution.
 */
export let theta: usize = 0;
export let weights: usize = 0;
export let f: usize = 0;
export let g: usize = 0;
export let dx: usize = 0;

let dy: usize = 0;
let shifts: usize = 0;
let changeLower: usize = 0;
let changeUpper: usize = 0;
let targetLower: usize = 0;
let targetUpper: usize = 0;
let stepDualLower: usize = 0;
let stepDualUpper: usize = 0;
let move: usize = 0;
let reduced: usize = 0;
/** Number of finite lower and upper limits of the program, apart from equalities. */
export let pairs: i32 = 0;

/** Allocates memory for the interior point method's steps on the loaded program. */
export function prepareSteps(): Status {
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
  return move == 0 || reduced == 0 || dy == 0 || stepDualUpper == 0 ? Status.OUT_OF_MEMORY : Status.DONE;
}

function doubles(length: i32): usize {
  return allocate(<usize> length << 3);
}

/** Counts the finite lower and upper limits of the program, apart from equalities. Each has a multiplier above 0. */
export function countPairs(): void {
  pairs = 0;
  for (let c = 0; c < count; c++) {
    if (get(dualLower, c) > 0) pairs++;
    if (get(dualUpper, c) > 0) pairs++;
  }
}

/**
 * Takes one predictor-corrector step of the interior point method. Returns NOT_CONVERGED where the step length
 * vanishes.
 */
export function advance(): Status {
  const mu = weigh();
  const status = factorSaddle(theta, weights);
  if (status != Status.DONE) return status;
  for (let c = 0; c < count; c++) {
    set(targetLower, c, -get(dualLower, c) * get(slackLower, c));
    set(targetUpper, c, -get(dualUpper, c) * get(slackUpper, c));
  }
  direction();
  if (pairs > 0) {
    correct(mu);
    direction();
  }
  const step = pairs > 0 ? min(1, STEP_SHARE * longestStep()) : 1;
  if (!(step > 1e-12)) return Status.NOT_CONVERGED;
  take(step);
  return Status.DONE;
}

/**
 * Chooses the variables and rows of an interior point step's equations and computes their weights. Returns the mean
 * product of slacks and multipliers.
 */
function weigh(): f64 {
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
  return mu;
}

/**
 * Sets the amounts by which an interior point step is to change the products of slacks and multipliers. Each product is
 * to reach the mean product times the cube of the fraction of it that the predictor step would leave, less the
 * second-order error of that step.
 */
function correct(mu: f64): void {
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
}

/** Moves the point, slacks and multipliers of the interior point method by a fraction of the step. */
function take(step: f64): void {
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
}

/**
 * Computes the Newton step of the interior point method towards the targets of the products of slacks and multipliers.
 */
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
 * Computes the steps of the slacks and multipliers of limit pair c from the changes of its value and its multiplier. At
 * an active limit the change of the value is nearly lost to cancellation, so the multiplier determines the slack;
 * elsewhere the value does.
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
 * Returns the largest fraction of the interior point step at which all slacks and multipliers stay non-negative, at
 * most 1 / STEP_SHARE.
 */
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
