import { maximumNorm } from "../../domain/matrix.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { leastNorm, type Stretched } from "./meet_rows.ts";
import { STRAY } from "../program/rounding.ts";

/** Number of refinement steps. Each one reduces the residuals to the rounding of the step. */
const STEPS = 3;

/** Largest number of multiplications in a step. More work is not worth a proof. */
const MOST_WORK = 2e8;

/**
 * The entries of a point that change: variables between their bounds (`inside`) and multipliers of active rows
 * (`tight`). `stretch` holds the unit of change of each, first for variables.
 */
interface Moving {
  readonly inside: readonly number[];
  readonly tight: readonly number[];
  readonly stretch: Float64Array;
}

/**
 * Returns a nearby point and multipliers at which variables between their bounds have a reduced cost of 0, and active
 * rows are met, both to rounding. These are Newton steps on the active set of the given point, of least norm because
 * the system may be singular. The result may break limits that are not active, so the caller must certify it. Null if
 * no variable may move, or if that takes too much work.
 */
export function restoreOptimum(program: Program, point: Point): Point | null {
  const { lower, upper } = program, stray = STRAY * maximumNorm(point.x), z = point.z.slice();
  const x = point.x.map((entry, j) =>
    entry - lower[j] <= stray ? lower[j] : upper[j] - entry <= stray ? upper[j] : entry
  );
  const moving = movingAt(program, { x, z }), { inside, tight, stretch } = moving, n = inside.length;
  if (n === 0 || stretch.length ** 3 > MOST_WORK) return null;
  for (let step = 0; step < STEPS; step++) {
    const by = leastNorm(equationsAt(program, { x, z }, moving), stretch.length);
    inside.forEach((j, k) => x[j] += stretch[k] * by[k]);
    tight.forEach((i, k) => z[i] += stretch[n + k] * by[n + k]);
  }
  return { x, z };
}

function movingAt({ blocks, lower, upper }: Program, { x, z }: Point): Moving {
  const inside = Array.from(x.keys()).filter((j) => x[j] > lower[j] && x[j] < upper[j]);
  const tight: number[] = [], most = maximumNorm(z) || 1;
  for (const { cone, firstRow, rows } of blocks) {
    if (!cone.isLinear) continue;
    for (let i = firstRow; i < firstRow + rows; i++) if (cone.isEquality || z[i] > STRAY * most) tight.push(i);
  }
  const ofVariables = inside.map((j) => Math.min(Math.abs(x[j]) || 1, x[j] - lower[j], upper[j] - x[j]));
  return { inside, tight, stretch: Float64Array.from([...ofVariables, ...tight.map((i) => Math.abs(z[i]) || most)]) };
}

/**
 * Returns the equations of a Newton step (dx, dz) for the objective ½ x'Px + q'x and rows C x + c: P dx - C'dz = -(P x
 * + q - C'z) for the variables between their bounds, and C dx = -(C x + c) for the active rows.
 */
function equationsAt(program: Program, { x, z }: Point, { inside, tight, stretch }: Moving): readonly Stretched[] {
  const { rows, quadratic } = program, n = inside.length, place = new Map(inside.map((j, k) => [j, k]));
  const costs = reducedCostsAt(program, quadraticTimes(program, x), z), slacks = rows.evaluate(x);
  const equation = (missed: number): Stretched => ({ entries: new Float64Array(stretch.length), missed });
  const equations = [...inside.map((j) => equation(costs[j])), ...tight.map((i) => equation(slacks[i]))];
  for (const { offset, size, matrix, factor } of quadratic) {
    for (let i = 0; i < size; i++) {
      const at = place.get(offset + i);
      if (at === undefined) continue;
      for (let l = matrix === null ? i : 0; l < (matrix === null ? i + 1 : size); l++) {
        const by = place.get(offset + l);
        if (by === undefined) continue;
        equations[at].entries[by] += factor * (matrix === null ? 1 : matrix.data[i * size + l]) * stretch[by];
      }
    }
  }
  tight.forEach((i, k) =>
    rows.forEachTerm(i, (column, value) => {
      const at = place.get(column);
      if (at === undefined) return;
      equations[n + k].entries[at] += value * stretch[at];
      equations[at].entries[n + k] -= value * stretch[n + k];
    })
  );
  return equations;
}
