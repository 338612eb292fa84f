// Primal-dual interior point method on the scaled program. It starts from an infeasible point and gives every limit its
// own slack.
// Reference: Nocedal, Wright, Numerical Optimization, §16.6.
import { dot } from "../linear_algebra/dot";
import { at, entry, get, getId, set, setId } from "../memory";
import { shouldStop } from "../host";
import { Status } from "../status";
import {
  computeValues,
  count,
  dualLower,
  dualUpper,
  high,
  isEquality,
  keepBest,
  low,
  measure,
  prepareIterate,
  product,
  restoreBest,
  slackLower,
  slackUpper,
  values,
  x,
  y,
} from "./interior_iterate";
import { advance, countPairs, dx, f, g, pairs, prepareSteps, theta, weights } from "./interior_step";
import { lower, m, n, P, q, rowLower, rowUpper, upper, valuesOf } from "./program";
import { chooseSaddle, factorSaddle, rows, solveSaddle, variables } from "./saddle_factor";

const GOAL: f64 = 1e-11;
const MOST_ITERATIONS: i32 = 150;
const PATIENCE: i32 = 15;
/**
 * Number of iterations of the interior point method that may leave more than `MOST_LEFT` of the error in a program of
 * equalities only. Every iteration is the same step there, so more of them would not help.
 */
const FRUITLESS: i32 = 3;
const MOST_LEFT: f64 = 0.3;
const CERTIFICATE: f64 = 1e-9;

export let iterations: i32 = 0;
let bestError: f64 = Infinity;

/** Allocates memory for the interior point method on the loaded program. */
export function prepareInteriorPoint(): Status {
  return prepareIterate() == Status.DONE ? prepareSteps() : Status.OUT_OF_MEMORY;
}

/**
 * Runs the interior point method until the error reaches `GOAL` or no longer improves, and leaves the best point. For
 * an infeasible program y, dualLower and dualUpper hold the proof; for an unbounded one x holds the direction.
 */
export function runInteriorPoint(): Status {
  iterations = 0;
  bestError = Infinity;
  let status = begin();
  if (status != Status.DONE) return status > 0 ? status : Status.NOT_CONVERGED;
  let since = 0;
  const hasPairs = pairs > 0;
  const left = hasPairs ? 0.9 : MOST_LEFT, patience = hasPairs ? PATIENCE : FRUITLESS;
  for (; iterations < MOST_ITERATIONS; iterations++) {
    if (shouldStop()) return Status.STOPPED;
    const reached = measure();
    if (reached < bestError) {
      if (reached < left * bestError) since = 0;
      else if (!hasPairs) since++;
      bestError = reached;
      keepBest();
    } else since++;
    if (reached <= GOAL || since > patience || !(reached < Infinity)) break;
    if (provesInfeasible()) return Status.INFEASIBLE;
    if (provesUnbounded()) return Status.UNBOUNDED;
    status = advance();
    if (status > 0) return status;
    if (status < 0) break;
  }
  restoreBest();
  return bestError <= GOAL ? Status.DONE : Status.NOT_CONVERGED;
}

/**
 * Computes the starting point of the interior point method: a least-squares fit to the limits with unit weights, then
 * slacks and multipliers pushed inside.
 */
function begin(): Status {
  let chosen = 0;
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
  }
  countPairs();
  return Status.DONE;
}

/**
 * Whether the interior point method's multipliers, with fitting multipliers of the bounds, prove that no point
 * satisfies all limits. `product` is M'y for the rows M and multipliers y.
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

/** Whether the interior point method's far point x is a direction along which the objective falls without end. */
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
