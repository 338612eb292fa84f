import { dot } from "../../domain/matrix.ts";
import type { Affine } from "../program/program.ts";
import { DEPENDENT } from "../program/rounding.ts";

/** Number of refinement steps. Each one reduces the residuals to the rounding of the step. */
const STEPS = 3;

/** Largest number of multiplications in a step. More work is not worth a proof. */
const MOST_WORK = 2e8;

/** Rows that must become 0, and the unit of change of each variable, 0 for a variable that stays. */
export interface Meeting {
  readonly rows: readonly number[];
  readonly stretch: Float64Array;
}

/** The coefficients of a row for the variables that change, each times its `stretch`, and the value of the row. */
export interface Stretched {
  readonly entries: Float64Array;
  readonly missed: number;
}

/**
 * Returns the nearest point, in units of the stretches, at which the rows are 0 to rounding. Rows that depend on others
 * are left out. Uses an orthonormal basis of the rows (Gram and Schmidt, with a second pass). Null if that takes too
 * much work.
 */
export function meetRows(
  affine: Affine,
  point: Float64Array,
  { rows, stretch }: Meeting,
): Float64Array | null {
  const moving = Array.from(stretch.keys()).filter((j) => stretch[j] !== 0);
  if (rows.length * Math.min(rows.length, moving.length) * moving.length > MOST_WORK) return null;
  const place = new Map(moving.map((j, k) => [j, k])), x = point.slice();
  for (let step = 0; step < STEPS; step++) {
    const stretched = rows.map((i): Stretched => {
      const entries = new Float64Array(moving.length);
      let missed = affine.constant[i];
      affine.forEachTerm(i, (column, value) => {
        missed += value * x[column];
        const k = place.get(column);
        if (k !== undefined) entries[k] += value * stretch[column];
      });
      return { entries, missed };
    });
    const by = leastNorm(stretched, moving.length);
    moving.forEach((j, k) => x[j] += stretch[j] * by[k]);
  }
  return x;
}

/**
 * Returns the u of least norm, with `count` entries, for which entries'u = -missed in each row. Rows that depend on
 * earlier ones are left out.
 */
export function leastNorm(rows: readonly Stretched[], count: number): Float64Array {
  const basis: { readonly unit: Float64Array; readonly reached: number }[] = [];
  for (const { entries, missed } of rows) {
    const size = Math.sqrt(dot(entries, entries));
    if (size === 0) continue;
    const rest = entries.map((entry) => entry / size);
    let reached = -missed / size;
    for (let pass = 0; pass < 2; pass++) {
      for (const one of basis) {
        const along = dot(rest, one.unit);
        for (let k = 0; k < count; k++) rest[k] -= along * one.unit[k];
        reached -= along * one.reached;
      }
    }
    const left = Math.sqrt(dot(rest, rest));
    if (left > DEPENDENT) basis.push({ unit: rest.map((entry) => entry / left), reached: reached / left });
  }
  const u = new Float64Array(count);
  for (const { unit, reached } of basis) for (let k = 0; k < count; k++) u[k] += reached * unit[k];
  return u;
}
