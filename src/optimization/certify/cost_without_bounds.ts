import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import type { Bounds } from "../program/bounds.ts";
import type { Program } from "../program/program.ts";
import { impliedBounds } from "../presolve/implied_bounds.ts";
import { unitProgram } from "../program/unit_program.ts";

/** How far a program lets its variables go, those of a homogenised one for a unit of its scale. */
interface Reach {
  readonly bounds: Bounds;
  readonly sums: readonly LimitedSum[];
}

/** Σ share[k] (x[column[k]] - its lower bound) ≤ most, of shares above 0. */
interface LimitedSum {
  readonly column: Uint32Array;
  readonly share: Float64Array;
  readonly most: number;
}

/**
 * A ratio is the best of portfolios that earn at least a thousandth of what the best one earns: of the rest, whose
 * returns are what larger ones leave of each other, no multipliers say more than that.
 */
const LARGEST_SCALE = 1e3;

/**
 * What costs may take from an objective by variables without a bound to stop them: as far as rows, and what others set
 * them to, let these go, alone or in sum; where nothing does, all of them together as far as the largest weight that a
 * request may name. Holds at some best point of the program, if it has any, not at every point; of a homogenised one up
 * to so many times its `scale`.
 */
export function costWithoutBounds(program: Program, costs: Float64Array, scale: number): number {
  const open = costs.map((cost, j) => Number.isFinite(cost > 0 ? program.lower[j] : program.upper[j]) ? 0 : cost);
  if (open.every((cost) => cost === 0)) return 0;
  return ofUnit(program, open) * (program.scale.isConstant() ? 1 : LARGEST_SCALE * scale);
}

function ofUnit(program: Program, open: Float64Array): number {
  const { bounds, sums } = reachOf(program);
  let least = costAlone(open, bounds);
  for (const { column, share, most } of sums) {
    const rest = open.slice();
    let dearest = 0, atBounds = 0;
    column.forEach((j, k) => {
      if (open[j] >= 0) return;
      dearest = Math.max(dearest, -open[j] / share[k]);
      atBounds -= open[j] * bounds.lower[j];
      rest[j] = 0;
    });
    least = Math.min(least, costAlone(rest, bounds) + Math.max(0, atBounds + dearest * most));
  }
  return least;
}

function costAlone(open: Float64Array, { lower, upper }: Bounds): number {
  let total = 0, most = 0;
  for (let j = 0; j < open.length; j++) {
    if (open[j] === 0) continue;
    const bound = open[j] > 0 ? lower[j] : upper[j];
    if (Number.isFinite(bound)) total += Math.abs(open[j] * bound);
    else most = Math.max(most, Math.abs(open[j]));
  }
  return total + most * LARGEST_NUMBER;
}

/**
 * How far the variable of each place may go while those that others set are what these ask for; for a unit of the scale
 * of a homogenised program.
 */
export function reachOfVariables(program: Program): Float64Array {
  const { lower, upper } = reachOf(program).bounds;
  return lower.map((low, j) => Math.max(Math.abs(low), Math.abs(upper[j])));
}

/**
 * What the objective is at least, by no multiplier, at some best point of a program of scale 1: from how far rows, and
 * what others set them to, let its variables go, as a threshold of tails that are nowhere below 0.
 */
export function leastWithinReach(program: Program): number {
  if (!program.scale.isConstant()) return -Infinity;
  const { lower, upper } = reachOf(program).bounds;
  return program.linear.reduce((sum, cost, j) => cost === 0 ? sum : sum + cost * (cost > 0 ? lower[j] : upper[j]), 0);
}

const known = new WeakMap<Program, Reach>();

function reachOf(program: Program): Reach {
  const kept = known.get(program);
  if (kept !== undefined) return kept;
  const unit = unitProgram(program), bounds = impliedBounds(unit, 0);
  for (const settler of program.settlers) settler.narrow(bounds);
  const reach = { bounds, sums: limitedSums(unit, bounds) };
  known.set(program, reach);
  return reach;
}

/** Of rows constant + Σ c x ≥ 0 that limit several variables from above, while the rest is at most at its bounds. */
function limitedSums({ blocks, rows }: Program, { lower, upper }: Bounds): LimitedSum[] {
  const sums: LimitedSum[] = [];
  for (const { cone, isDefinition, firstRow, rows: count } of blocks) {
    if (!cone.isLinear || isDefinition) continue;
    for (let i = firstRow; i < firstRow + count; i++) {
      for (const sign of cone.isEquality ? [1, -1] : [1]) {
        const column: number[] = [], share: number[] = [];
        let most = sign * rows.constant[i];
        rows.forEachTerm(i, (j, value) => {
          const by = sign * value;
          most += by * (by > 0 ? upper[j] : lower[j]);
          if (by > 0) return;
          column.push(j);
          share.push(-by);
        });
        if (column.length < 2 || !Number.isFinite(most)) continue;
        sums.push({ column: Uint32Array.from(column), share: Float64Array.from(share), most: Math.max(0, most) });
      }
    }
  }
  return sums;
}
