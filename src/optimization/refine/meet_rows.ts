import { dot } from "../../domain/matrix.ts";
import type { Affine } from "../program/program.ts";
import { DEPENDENT } from "../program/rounding.ts";

/** Steps, each of which leaves of what is missed what rounding leaves of it. */
const STEPS = 3;

/** Products of a step that are worth a proof. */
const MOST_WORK = 2e8;

/** Rows that are to be 0, and how far each variable may be moved for a unit: 0 for those that rest. */
export interface Meeting {
  readonly rows: readonly number[];
  readonly stretch: Float64Array;
}

/** A row by its entries among the variables that move, each in its stretch. */
export interface Stretched {
  readonly entries: Float64Array;
  readonly missed: number;
}

/**
 * The point nearest to a given one, in units of the stretches, at which rows are 0 to rounding, if any is: by an
 * orthonormal basis of the rows (Gram and Schmidt, with a second pass). Null where that would be too much work.
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

/** The least u with entries'u = -missed of each row. */
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
