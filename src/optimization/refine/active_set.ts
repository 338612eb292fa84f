import { maximumNorm } from "../../domain/matrix.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { DROPPED, EQUALITY, wholeOf } from "../presolve/reduction.ts";
import type { TangentProgram } from "./tangent.ts";
import { BREACH_ROUNDING, MULTIPLIER_ROUNDING, VANISHING_WEIGHTS } from "../program/rounding.ts";

/** Shares of the largest variable: a bound or row with a smaller slack counts as active. */
export interface Nearness {
  readonly bounds: number;
  readonly rows: number;
  /**
   * Whether a row is also active if its slack is smaller than its multiplier, as shares of the largest variable and
   * multiplier.
   */
  readonly byMultipliers: boolean;
}

/**
 * The free variables (1 in `free`) and the rows that are equalities (EQUALITY in `rows`). `side` is 0 for a free
 * variable, -1 for one at its lower and 1 for one at its upper bound.
 */
export interface ActiveSet {
  readonly free: Uint8Array;
  readonly side: Int8Array;
  readonly rows: Uint8Array;
}

/**
 * Returns the active set at a point of an interior-point method. There all products of slack and multiplier are equally
 * small, so that a bound or row is active if its slack is smaller than its multiplier, both as shares of the largest.
 */
export function activeSetAt({ program, point: { x, z }, inactive }: TangentProgram, nearness: Nearness): ActiveSet {
  const { free, rows } = wholeOf(program);
  for (const i of inactive) rows[i] = DROPPED;
  const side = new Int8Array(program.size);
  const s = program.rows.evaluate(x);
  const Px = quadraticTimes(program, x);
  const costs = reducedCostsAt(program, Px, z);
  // If no limit is active, all costs and multipliers are rounding beside the slopes of the objective.
  const slope = maximumNorm(Px.map((entry, j) => entry + program.linear[j]));
  const slackUnit = unitOfSlacks(program, x), costUnit = Math.max(maximumNorm(costs), slope) || 1;
  const multiplierUnit = Math.max(maximumNorm(z), slope) || 1;
  for (let j = 0; j < program.size; j++) {
    if (program.lower[j] === program.upper[j]) {
      side[j] = -1;
      continue;
    }
    const cost = costs[j] / costUnit;
    const atLower = (x[j] - program.lower[j]) / slackUnit < Math.max(cost, nearness.bounds);
    const atUpper = (program.upper[j] - x[j]) / slackUnit < Math.max(-cost, nearness.bounds);
    if (!atLower && !atUpper) continue;
    side[j] = atLower ? -1 : 1;
    free[j] = 0;
  }
  for (const { cone, firstRow, rows: count } of program.blocks) {
    if (!cone.isLinear || cone.isEquality) continue;
    for (let i = firstRow; i < firstRow + count; i++) {
      if (rows[i] === DROPPED) continue;
      const share = nearness.byMultipliers ? z[i] / multiplierUnit : 0;
      rows[i] = s[i] / slackUnit < Math.max(share, nearness.rows) ? EQUALITY : DROPPED;
    }
  }
  if (!free.includes(1)) release(program, x, { free, side });
  return { free, side, rows };
}

/**
 * Returns the unit of slacks: the largest variable, or the scaling variable if all variables nearly vanish, as in a
 * portfolio that holds nothing.
 */
function unitOfSlacks({ scale }: Program, x: Float64Array): number {
  const own = maximumNorm(x), whole = Math.abs(scale.evaluate(x)[0]);
  return own > VANISHING_WEIGHTS * whole ? own : whole;
}

/** Frees the largest variable if all variables are at bounds. An active row then determines it and has a multiplier. */
function release({ lower, upper }: Program, x: Float64Array, { free, side }: Pick<ActiveSet, "free" | "side">): void {
  let chosen = -1;
  for (let j = 0; j < x.length; j++) {
    if (lower[j] < upper[j] && (chosen < 0 || Math.abs(x[j]) > Math.abs(x[chosen]))) chosen = j;
  }
  if (chosen < 0) return;
  free[chosen] = 1;
  side[chosen] = 0;
}

/**
 * Returns an active set that no point satisfies with one more variable free. Of the variables that can reduce the
 * contradiction, it is the one with the smallest reduced cost. Such sets occur where two limits nearly meet, for
 * example a gross exposure a billionth above the budget.
 */
export function withCheapest(
  { program, point: { x, z } }: TangentProgram,
  active: ActiveSet,
  contradiction: Float64Array,
): ActiveSet {
  const costs = reducedCostsAt(program, quadraticTimes(program, x), z);
  const gains = new Float64Array(program.size);
  program.rows.addTransposed(contradiction, gains);
  const least = MULTIPLIER_ROUNDING * maximumNorm(gains);
  let cheapest = -1;
  for (let j = 0; j < program.size; j++) {
    if (program.lower[j] === program.upper[j] || !(-active.side[j] * gains[j] > least)) continue;
    if (cheapest < 0 || Math.abs(costs[j]) < Math.abs(costs[cheapest])) cheapest = j;
  }
  if (cheapest < 0) return active;
  const [free, side] = [active.free.slice(), active.side.slice()];
  free[cheapest] = 1;
  side[cheapest] = 0;
  return { ...active, free, side };
}

/**
 * Returns the active set after a step. Limits that the step breaks join it, and limits with multipliers of the wrong
 * sign leave it.
 */
export function corrected(program: Program, { free, side, rows }: ActiveSet, { x, z }: Point): ActiveSet {
  const costs = reducedCostsAt(program, quadraticTimes(program, x), z);
  const s = program.rows.evaluate(x);
  const breach = BREACH_ROUNDING * (maximumNorm(x) || 1);
  const costTolerance = MULTIPLIER_ROUNDING * (maximumNorm(costs) || 1);
  const multiplierTolerance = MULTIPLIER_ROUNDING * (maximumNorm(z) || 1);
  const next = { free: free.slice(), side: side.slice(), rows: rows.slice() };
  for (let j = 0; j < program.size; j++) {
    if (program.lower[j] === program.upper[j]) continue;
    if (free[j]) {
      if (x[j] < program.lower[j] - breach) next.side[j] = -1;
      if (x[j] > program.upper[j] + breach) next.side[j] = 1;
    } else if (side[j] * costs[j] > costTolerance) next.side[j] = 0;
    next.free[j] = next.side[j] === 0 ? 1 : 0;
  }
  for (const { cone, firstRow, rows: count } of program.blocks) {
    if (!cone.isLinear || cone.isEquality) continue;
    for (let i = firstRow; i < firstRow + count; i++) {
      if (rows[i] === DROPPED && s[i] < -breach) next.rows[i] = EQUALITY;
      if (rows[i] === EQUALITY && z[i] < -multiplierTolerance) next.rows[i] = DROPPED;
    }
  }
  return next;
}
