import { maximumNorm } from "../../domain/matrix.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { leastNorm } from "./meet_rows.ts";
import { STRAY } from "../program/rounding.ts";

/** Number of refinement steps. Each one reduces the reduced costs to the rounding of the step. */
const STEPS = 2;

/**
 * Largest multiplier of a result, as a multiple of the largest given one. Larger multipliers cancel each other and
 * prove nothing.
 */
const NEAR = 100;

/** Largest number of multiplications in a step. More work is not worth a proof. */
const MOST_WORK = 2e8;

/**
 * Returns nearby multipliers with which variables between their bounds have a reduced cost of 0, to rounding. A solver
 * leaves small costs, but a proof multiplies them by the distance that variables without bounds may go. The change is
 * the least one in the units of `stretchesOf`. The row of a hinge above its lower bound keeps its multiplier, which is
 * the cost of that hinge. Other multipliers may get the wrong sign, so the caller must certify them. Null if nothing
 * may change, or if no nearby multipliers exist.
 */
export function restoreMultipliers(program: Program, { x, z }: Point): Float64Array | null {
  const { rows, size } = program, restored = z.slice();
  const stray = STRAY * maximumNorm(x), hinges = new Set(program.hinges.variable);
  const isInside = (j: number): boolean => x[j] - program.lower[j] > stray && program.upper[j] - x[j] > stray;
  const place = new Map<number, number>();
  for (let j = 0; j < size; j++) if (!hinges.has(j) && isInside(j)) place.set(j, place.size);
  const Px = quadraticTimes(program, x), stretches = stretchesOf(program, z, { Px, isInside, hinges });
  if (place.size * Math.min(place.size, stretches.size) * stretches.size > MOST_WORK) return null;
  if (place.size === 0 || stretches.size === 0) return null;
  const moving = [...stretches];
  for (let step = 0; step < STEPS; step++) {
    const costs = reducedCostsAt(program, Px, restored);
    const left = Array.from(place.keys(), (j) => ({ entries: new Float64Array(moving.length), missed: -costs[j] }));
    moving.forEach(([i, stretch], k) =>
      rows.forEachTerm(i, (column, value) => {
        const at = place.get(column);
        if (at !== undefined) left[at].entries[k] += value * stretch;
      })
    );
    const by = leastNorm(left, moving.length);
    moving.forEach(([i, stretch], k) => restored[i] += stretch * by[k]);
  }
  return maximumNorm(restored) <= NEAR * maximumNorm(z) ? restored : null;
}

/**
 * Returns the unit in which the change of each multiplier is measured: the multiplier itself, the largest multiplier
 * for an equality, or the reduced cost of a hinge in the row if that is less. Rows whose multiplier may not change are
 * left out.
 */
function stretchesOf(
  program: Program,
  z: Float64Array,
  { Px, isInside, hinges }: {
    readonly Px: Float64Array;
    readonly isInside: (j: number) => boolean;
    readonly hinges: ReadonlySet<number>;
  },
): ReadonlyMap<number, number> {
  const { blocks, rows } = program, most = maximumNorm(z), costs = reducedCostsAt(program, Px, z);
  const stretches = new Map<number, number>();
  for (const { cone, firstRow, rows: count } of blocks) {
    if (!cone.isLinear) continue;
    for (let i = firstRow; i < firstRow + count; i++) {
      let room = cone.isEquality ? most : z[i];
      rows.forEachTerm(i, (column) => {
        if (hinges.has(column)) room = isInside(column) ? 0 : Math.min(room, costs[column]);
      });
      if (room > STRAY * most) stretches.set(i, room);
    }
  }
  return stretches;
}
