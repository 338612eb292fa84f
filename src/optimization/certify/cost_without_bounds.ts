import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import type { Bounds } from "../program/bounds.ts";
import type { Program } from "../program/program.ts";
import { impliedBounds } from "../presolve/implied_bounds.ts";
import { unitProgram } from "../program/unit_program.ts";

/** How far the rules let the variables go. In a homogenised program this holds for a scaling variable of 1. */
interface Reach {
  readonly bounds: Bounds;
  readonly sums: readonly LimitedSum[];
}

/**
 * A sum of variables that a row limits from above: Σ share[k] (x[column[k]] - its lower bound) ≤ most, with positive
 * shares.
 */
interface LimitedSum {
  readonly column: Uint32Array;
  readonly share: Float64Array;
  readonly most: number;
}

/**
 * A proof of a ratio covers all points whose scaling variable is at most this multiple of the given point's: portfolios
 * whose excess return is at least a thousandth of that of its portfolio. Smaller returns are differences of larger ones
 * that cancel, and no multipliers say more about them.
 */
const LARGEST_SCALE = 1e3;

/**
 * Returns how far an objective can fall below the bound that multipliers give, because no bound of a variable stops its
 * reduced cost. Each variable goes as far as rows and the variables that determine it allow, alone or in a limited sum.
 * Variables without any such limit go, all together, as far as the largest weight that a request may name. The result
 * holds at some optimum if there is one, not at every point. In a homogenised program it holds for scaling variables up
 * to `LARGEST_SCALE` times `scale`.
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
 * Returns the largest absolute value of each variable. Variables that others determine have the values that these set.
 * In a homogenised program this is for a scaling variable of 1.
 */
export function reachOfVariables(program: Program): Float64Array {
  const { lower, upper } = reachOf(program).bounds;
  return lower.map((low, j) => Math.max(Math.abs(low), Math.abs(upper[j])));
}

/**
 * Returns a lower bound of the objective at some optimum, without multipliers: the least value of its linear part. Rows
 * and other variables limit how far each variable goes. For example, the threshold of a tail is at least 0 if no loss
 * is below 0. -Infinity for a homogenised program.
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

/**
 * Returns for each row constant + Σ c_j x_j ≥ 0 the sum of its terms with c_j < 0, which the row limits from above. The
 * limit takes the other variables at the bounds that make it largest.
 */
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
