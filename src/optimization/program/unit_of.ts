import type { Cone } from "../cones/cone.ts";
import type { Affine } from "./affine.ts";
import { LEAST_SHARE, LEAST_UNIT } from "./rounding.ts";

/**
 * The number by which a block of rows is divided, a power of two near its largest coefficient. Rows of curved cones and
 * definitions are already in the unit of their measure, so theirs is 1.
 */
export function unitOf(
  { cone, rows, isDefinition }: { readonly cone: Cone; readonly rows: Affine; readonly isDefinition: boolean },
  scale: Affine,
): number {
  if (!cone.isLinear || isDefinition) return 1;
  // In a homogenised program the limit of a rule is the coefficient of the scaling variable.
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

/**
 * The exponent of the power of two nearest to the largest coefficient of a row, or to `LEAST_SHARE` of its limit if
 * that is larger.
 */
export function exponentOf(coefficient: number, limit: number): number {
  return Math.round(Math.log2(Math.max(coefficient, LEAST_SHARE * limit)));
}
