// Steps of the box method on the free block of P + ρ 1 1', which is positive definite along the budget row. A vanishing
// pivot shows a direction without curvature, along which the point moves to the first bound.
import { axpy } from "../linear_algebra/dot";
import { allocate, at, get, set } from "../memory";
import { Status } from "../status";
import {
  AT_LOWER,
  AT_UPPER,
  diagonal,
  gradient,
  hasBudget,
  lackOfBudget,
  lower,
  n,
  q,
  rowOf,
  scale,
  setState,
  sizeOfX,
  state,
  tolerance,
  upper,
  x,
} from "./box_problem";
import { deleteVariable, freeId, size, solveFactor } from "./free_factor";

/** Ways in which a step of the box method can end: taken in full, stopped at a bound, or unbounded. */
export enum StepEnd {
  FULL,
  BLOCKED,
  UNBOUNDED,
}

const NEWTON_MISMATCH: f64 = 1e-6;
const FLAT_CURVATURE: f64 = 1e-13;
const CLEAR_SLOPE: f64 = 1e-9;

/** Step of the box method's free variables, in the order of the Cholesky factor, and P times the step. */
export let step: usize = 0;
export let change: usize = 0;
/**
 * Mean gradient of the box problem's free variables, or where none is free the middle between the gradients at the
 * bounds: the negative multiplier of the budget. 0 without a budget.
 */
export let mean: f64 = 0;
/** Number of consecutive steps of the box method that did not lower the objective. */
export let stalls: i32 = 0;

let ones: usize = 0;
let slope: f64 = 0;
let curvature: f64 = 0;

/** Allocates memory for the box method's steps on the loaded problem. */
export function prepareSteps(): Status {
  step = allocate(<usize> n << 3);
  ones = allocate(<usize> n << 3);
  change = allocate(<usize> n << 3);
  mean = 0;
  stalls = 0;
  return step == 0 || ones == 0 || change == 0 ? Status.OUT_OF_MEMORY : Status.DONE;
}

/**
 * Computes the mean gradient of the box problem's free variables (0 without a budget) and returns the largest absolute
 * deviation from it.
 */
export function measureFree(): f64 {
  mean = 0;
  if (hasBudget) {
    for (let j = 0; j < size; j++) mean += get(gradient, freeId(j));
    mean /= <f64> size;
  }
  let residual = 0.0;
  for (let j = 0; j < size; j++) residual = max(residual, abs(get(gradient, freeId(j)) - mean));
  return residual;
}

/**
 * Computes the box problem's mean gradient where every variable is at a bound: the middle between the largest gradient
 * at an upper bound and the smallest at a lower bound. 0 without a budget.
 */
export function measureBound(): void {
  mean = hasBudget ? middleOfBounds() : 0;
}

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

/** Takes the step of the box method to the optimum of the free variables as far as the bounds allow. */
export function takeStep(): StepEnd {
  solveStep(lackOfBudget(), 0.1 * tolerance * scale);
  let full = lengthOfStep();
  let alpha = full;
  for (let j = 0; j < size; j++) alpha = min(alpha, roomAlong(j));
  if (alpha == Infinity) {
    if (keepsFalling()) return StepEnd.UNBOUNDED;
    // The downward slope along the box method's step came from rounding errors, so the step is computed again without
    // it.
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
  if (alpha >= full) {
    stalls = 0;
    return StepEnd.FULL;
  }
  const fall = -alpha * (slope + 0.5 * alpha * curvature);
  stalls = fall > 1e-15 * scale * sizeOfX() ? 0 : stalls + 1;
  leaveBlocked(alpha);
  return StepEnd.BLOCKED;
}

/**
 * Computes the box method's step of the free variables to the optimum of their block. The step sums to `lack`, the
 * missing part of the budget. Returns true where the step is instead a downward direction without curvature.
 */
export function solveStep(lack: f64, noise: f64): bool {
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
  // Removes the rounding error of the sum of the box method's step, which matters where the step is huge.
  let error = -lack;
  for (let j = 0; j < k; j++) error += get(step, j);
  error /= <f64> k;
  for (let j = 0; j < k; j++) set(step, j, get(step, j) - error);
  return isFlat;
}

/**
 * Returns the multiple of the box method's step at which the objective is least: 1, except for a direction whose
 * curvature the factor misses; Infinity where there is no curvature.
 */
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
 * Whether the box method's step is clearly downhill and without curvature, which proves the problem unbounded where no
 * bound stops it. Writes the direction to x in that case.
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

/** Returns the multiple of the box method's step at which free variable j reaches a bound. */
function roomAlong(j: i32): f64 {
  const p = get(step, j);
  if (p == 0) return Infinity;
  const i = freeId(j);
  return max(0, ((p < 0 ? get(lower, i) : get(upper, i)) - get(x, i)) / p);
}

/**
 * Fixes all free variables of the box problem that the step brought to a bound at this bound. Fixes only the one of
 * lowest index when cycling is possible.
 */
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

/** Fixes the j-th free variable of the box problem at a bound. */
export function leave(j: i32, side: i32): void {
  setState(freeId(j), side);
  deleteVariable(j);
}
