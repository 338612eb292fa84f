import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { DROPPED, EQUALITY, wholeOf } from "../presolve/reduction.ts";
import type { TangentProgram } from "./tangent.ts";
import { BREACH_ROUNDING, MULTIPLIER_ROUNDING, VANISHING_WEIGHTS } from "../program/rounding.ts";

/** Within which shares of the largest variable a point is taken to stand at a limit. */
export interface Nearness {
  readonly bounds: number;
  readonly rows: number;
  /** Whether a row also counts as active where its slack is less than its multiplier, both as shares. */
  readonly byMultipliers: boolean;
}

/**
 * Which variables may move and which rows hold with equality. Fixed variables stand at the bound named by `side`: -1,
 * 1; 0 where free.
 */
export interface ActiveSet {
  readonly free: Uint8Array;
  readonly side: Int8Array;
  readonly rows: Uint8Array;
}

/**
 * What is active at a point. In an interior point slack times multiplier is the same small number everywhere: what is
 * active has the smaller slack.
 */
export function activeSetAt({ program, point: { x, z }, inactive }: TangentProgram, nearness: Nearness): ActiveSet {
  const { free, rows } = wholeOf(program);
  for (const i of inactive) rows[i] = DROPPED;
  const side = new Int8Array(program.size);
  const s = program.rows.evaluate(x);
  const Px = quadraticTimes(program, x);
  const costs = reducedCostsAt(program, Px, z);
  // Where nothing is at a limit, all costs and multipliers are rounding next to the slopes of the objective.
  const slope = largest(Px.map((entry, j) => entry + program.linear[j]));
  const slackUnit = unitOfSlacks(program, x), costUnit = Math.max(largest(costs), slope) || 1;
  const multiplierUnit = Math.max(largest(z), slope) || 1;
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

/** The largest variable; where all vanish, as at a portfolio of nothing, what weights are shares of. */
function unitOfSlacks({ scale }: Program, x: Float64Array): number {
  const own = largest(x), whole = Math.abs(scale.evaluate(x)[0]);
  return own > VANISHING_WEIGHTS * whole ? own : whole;
}

/**
 * Where bounds and rows fix all variables, one of them more than needed, the largest variable is left to the rows: they
 * then have multipliers.
 */
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
 * An active set that no point meets with one more variable free: of those that could mend it, the one that costs least.
 * Where limits nearly meet, as a gross exposure and the budget may, a part of a billionth lies between them.
 */
export function withCheapest(
  { program, point: { x, z } }: TangentProgram,
  active: ActiveSet,
  contradiction: Float64Array,
): ActiveSet {
  const costs = reducedCostsAt(program, quadraticTimes(program, x), z);
  const gains = new Float64Array(program.size);
  program.rows.addTransposed(contradiction, gains);
  const least = MULTIPLIER_ROUNDING * largest(gains);
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

/** An active set after a step: what the step breaks has joined it, multipliers of the wrong sign have left it. */
export function corrected(program: Program, { free, side, rows }: ActiveSet, { x, z }: Point): ActiveSet {
  const costs = reducedCostsAt(program, quadraticTimes(program, x), z);
  const s = program.rows.evaluate(x);
  const breach = BREACH_ROUNDING * (largest(x) || 1);
  const costTolerance = MULTIPLIER_ROUNDING * (largest(costs) || 1);
  const multiplierTolerance = MULTIPLIER_ROUNDING * (largest(z) || 1);
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

function largest(entries: Float64Array): number {
  let most = 0;
  for (let j = 0; j < entries.length; j++) most = Math.max(most, Math.abs(entries[j]));
  return most;
}
