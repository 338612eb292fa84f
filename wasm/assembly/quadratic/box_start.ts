// Starting point of the box method: at the bounds that a warm start names, or with all variables free where few bounds
// will be active, or at the lower bounds and then filled greedily.
import { axpy } from "../linear_algebra/dot";
import { get, set } from "../memory";
import { shouldStop } from "../host";
import { Status } from "../status";
import {
  AT_LOWER,
  AT_UPPER,
  budget,
  clearRequests,
  diagonal,
  FREE,
  freeAll,
  gradient,
  hasBudget,
  lackOfBudget,
  lower,
  n,
  raiseScale,
  recomputeGradient,
  request,
  requestCount,
  rowOf,
  scale,
  setState,
  state,
  tolerance,
  upper,
  x,
} from "./box_problem";
import { change, leave, measureFree, solveStep, step } from "./box_step";
import { appendVariable, emptyFactor, freeId, raisedCount, size } from "./free_factor";

/**
 * Kinds of starting point of the box method: not chosen yet, filled greedily (COLD), with the given active bounds
 * (WARM), with all variables free (WIDE).
 */
const UNKNOWN: i32 = 0;
const COLD: i32 = 1;
const WARM: i32 = 2;
const WIDE: i32 = 3;

const WIDE_SHARES: f64 = 4;

let start: i32 = 0;
let started: bool = false;
/** Part of the budget that the box method's starting point does not place yet. */
let rest: f64 = 0;

/** Resets the choice of the box method's starting point, for a new problem. */
export function prepareStart(isWarm: bool): void {
  start = isWarm ? WARM : UNKNOWN;
  started = false;
}

/** Whether the starting point of the box method must be filled up to the budget first. */
export function isCold(): bool {
  return start == COLD;
}

/**
 * Chooses the starting point of the box method once, requests the rows of P that it needs, and builds the factor when
 * they are there.
 */
export function loadStart(): Status {
  if (start == UNKNOWN || start == WARM && !started) {
    if (isInfeasible()) return Status.INFEASIBLE;
    if (start == UNKNOWN) start = isWide() ? WIDE : COLD;
    if (start == WIDE) freeAll();
    if (start == COLD) startCold();
    else startNamed();
    started = true;
  }
  clearRequests();
  for (let i = 0; i < n; i++) {
    if ((get(x, i) != 0 || state(i) == FREE) && rowOf(i) == 0) request(i);
  }
  if (requestCount > 0) return Status.NEEDS_ROWS;
  recomputeGradient();
  for (let i = 0; i < n; i++) {
    raiseScale(abs(get(gradient, i)));
    if (state(i) != FREE) continue;
    if ((size & 63) == 63 && shouldStop()) return Status.STOPPED;
    if (appendVariable(i, rowOf(i)) != Status.DONE) return Status.OUT_OF_MEMORY;
    if (start == WIDE && raisedCount > 0) {
      // Where P is singular, a start with all variables free leads nowhere, so the box method starts again with few
      // free variables.
      start = COLD;
      emptyFactor();
      startCold();
      return loadStart();
    }
  }
  return Status.DONE;
}

/**
 * Whether few bounds of the box problem will be active: nearly all variables may move by several times their share of
 * the budget in both directions.
 */
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
 * Makes the cold starting point of the box method: puts each variable at its lower bound, or at the upper one where
 * there is no lower one, or sets it free. Without a budget, a variable whose bounds contain 0 starts at 0. A missing
 * part of the budget is filled in later; an excess is taken off one variable.
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

/**
 * Makes the warm starting point of the box method: puts the variables at the bounds that the given states name. The
 * others share the rest of the budget; where their bounds do not allow that, all variables share it.
 */
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
 * Fills the box method's starting point up to the budget: each time with the variable that lowers the objective most
 * per unit.
 */
export function fill(): Status {
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
      clearRequests();
      request(best);
      return Status.NEEDS_ROWS;
    }
    axpy(amount, rowOf(best), gradient, n);
    rest -= amount;
    const filled = get(x, best) + amount;
    if (filled < get(upper, best)) {
      set(x, best, filled);
      if (state(best) != FREE) {
        setState(best, FREE);
        if (appendVariable(best, rowOf(best)) != Status.DONE) return Status.OUT_OF_MEMORY;
      }
    } else {
      set(x, best, get(upper, best));
      setState(best, AT_UPPER);
    }
  }
  for (let i = 0; i < n; i++) raiseScale(abs(get(gradient, i)));
  return Status.DONE;
}

/**
 * Moves a warm starting point of the box method to the optimum of the free variables without their bounds, then back
 * into the bounds and the budget.
 */
export function aim(): void {
  if (size == 0) return;
  measureFree();
  if (solveStep(lackOfBudget(), 0.1 * tolerance * scale)) return;
  memory.copy(change, x, <usize> n << 3);
  for (let j = 0; j < size; j++) {
    const i = freeId(j);
    set(x, i, max(get(lower, i), min(get(upper, i), get(x, i) + get(step, j))));
  }
  if (hasBudget && !spread(true)) {
    memory.copy(x, change, <usize> n << 3);
    return;
  }
  for (let j = size - 1; j >= 0; j--) {
    const i = freeId(j);
    const moved = get(x, i) - get(change, i);
    if (moved != 0) axpy(moved, rowOf(i), gradient, n);
    if (get(x, i) <= get(lower, i)) leave(j, AT_LOWER);
    else if (get(x, i) >= get(upper, i)) leave(j, AT_UPPER);
  }
}

/**
 * Distributes the missing part of the budget evenly over the free (or all) variables of the box problem as far as their
 * bounds allow. Returns whether all of it could be placed.
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
