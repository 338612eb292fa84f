import type { Block, Program } from "./program.ts";

/**
 * Whether a row says of a homogenised program what its scale is measured by: a constant that does not grow with the
 * scale. What it is missed by is a part of that constant and moves the ratio as much, however large the scale is.
 */
export function isNormalisation(
  { scale, rows }: Program,
  { cone, firstRow, rows: count, label, isDefinition }: Block,
): boolean {
  return cone.isLinear && count === 1 && label === null && !isDefinition && rows.constant[firstRow] !== 0 &&
    !scale.isConstant();
}

/** By what part of its constant such a row is missed, beyond what rounding leaves of the sum that it is. */
export function missedNormalisation({ rows }: Program, { cone, ...block }: Block, { x, slacks }: {
  readonly x: Float64Array;
  readonly slacks: Float64Array;
}): number {
  const { firstRow } = block, constant = Math.abs(rows.constant[firstRow]);
  let size = constant, terms = 1;
  rows.forEachTerm(firstRow, (column, value) => {
    size += Math.abs(value * x[column]);
    terms++;
  });
  return Math.max(0, cone.distance(slacks, block) - Number.EPSILON * Math.sqrt(terms) * size) / constant;
}
