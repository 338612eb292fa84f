import type { Cone } from "../cones/cone.ts";
import type { Affine } from "./affine.ts";
import { LEAST_SHARE, LEAST_UNIT } from "./rounding.ts";

/** Rows of curved cones and definitions stand in the unit that a measure of risk has chosen for them. */
export function unitOf(
  { cone, rows, isDefinition }: { readonly cone: Cone; readonly rows: Affine; readonly isDefinition: boolean },
  scale: Affine,
): number {
  if (!cone.isLinear || isDefinition) return 1;
  // What multiplies the scale is a limit, no coefficient.
  let ofLimits = -1;
  scale.forEachTerm(0, (column) => ofLimits = column);
  let largest = 0, limit = 0;
  for (let i = 0; i < rows.length; i++) {
    limit = Math.max(limit, Math.abs(rows.constant[i]));
    rows.forEachTerm(i, (column, value) => {
      if (column === ofLimits) limit = Math.max(limit, Math.abs(value));
      else largest = Math.max(largest, Math.abs(value));
    });
  }
  if (largest === 0) return 1;
  return Math.max(LEAST_UNIT, 2 ** exponentOf(largest, limit));
}

/** Of the power of two nearest to the largest coefficient of a row, or to what counts of its limit. */
export function exponentOf(coefficient: number, limit: number): number {
  return Math.round(Math.log2(Math.max(coefficient, LEAST_SHARE * limit)));
}
