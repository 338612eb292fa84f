import type { Block, Program } from "./program.ts";

/**
 * Whether a block is the row that normalises a homogenised program, for example an excess return of 1. It has a
 * constant, while the limits of all rules are multiples of the scaling variable. A breach relative to that constant is
 * the relative error of the ratio, however large the scaling variable is.
 */
export function isNormalisation(
  { scale, rows }: Program,
  { cone, firstRow, rows: count, label, isDefinition }: Block,
): boolean {
  return cone.isLinear && count === 1 && label === null && !isDefinition && rows.constant[firstRow] !== 0 &&
    !scale.isConstant();
}

/** The violation of a normalisation row, relative to its constant, beyond the rounding error of its sum. */
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
