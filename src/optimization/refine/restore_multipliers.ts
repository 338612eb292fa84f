import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { leastNorm } from "./meet_rows.ts";
import { STRAY } from "../program/rounding.ts";

/** Steps, each of which leaves of the costs what rounding leaves of them. */
const STEPS = 2;

/** Of the largest multiplier: those that are larger are not near, and what cancels among them proves nothing. */
const NEAR = 100;

/** Products of a step that are worth a proof. */
const MOST_WORK = 2e8;

/**
 * Multipliers near given ones by which variables within their bounds cost nothing but for rounding: the least change as
 * shares of the room that the multipliers of tight rows have. What a solver leaves of such costs is little, but counts
 * times as far as variables without bounds may go. Rows of hinges that are on, whose multipliers are all that they may
 * be, rest. Others may come to have the wrong sign: judge them. Null where there is nothing to change, or
 * no such change is near.
 */
export function restoreMultipliers(program: Program, { x, z }: Point): Float64Array | null {
  const { rows, size } = program, restored = z.slice();
  const stray = STRAY * largest(x), hinges = new Set(program.hinges.variable);
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
  return largest(restored) <= NEAR * largest(z) ? restored : null;
}

/** By how much the multiplier of each row that may change has room to. */
function stretchesOf(
  program: Program,
  z: Float64Array,
  { Px, isInside, hinges }: {
    readonly Px: Float64Array;
    readonly isInside: (j: number) => boolean;
    readonly hinges: ReadonlySet<number>;
  },
): ReadonlyMap<number, number> {
  const { blocks, rows } = program, most = largest(z), costs = reducedCostsAt(program, Px, z);
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

function largest(entries: Float64Array): number {
  return entries.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}
