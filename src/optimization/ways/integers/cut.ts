import { matrix } from "../../../domain/matrix.ts";
import { nonnegative } from "../../cones/nonnegative.ts";
import { Affine } from "../../program/affine.ts";
import type { Program } from "../../program/program.ts";
import type { Variables } from "../../program/variables.ts";

/**
 * A linear limit slopes'w ≤ most on weights w, made from a convex rule. All weights that keep the rule keep the limit.
 */
export interface Cut {
  readonly slopes: Float64Array;
  readonly most: number;
  /**
   * Power of two by which slopes and limit were divided, so that slopes are near 1. In the unit of the rule both are
   * `unit` times as large.
   */
  readonly unit: number;
}

/**
 * Returns the cut that the tangent of a convex rule f(w) ≤ 0 gives at weights `at` that break it, from the gradient
 * `slopes` and the value `missed` of f there (Kelley 1960, The cutting-plane method for solving convex programs,
 * Journal of the SIAM 8). Returns null if the tangent has no slope or is not finite.
 */
export function cutBy(slopes: Float64Array, { at, missed }: { at: Float64Array; missed: number }): Cut | null {
  let largest = 0, value = -missed;
  for (let i = 0; i < slopes.length; i++) {
    largest = Math.max(largest, Math.abs(slopes[i]));
    value += slopes[i] * at[i];
  }
  if (!(largest > 0 && Number.isFinite(largest) && Number.isFinite(value))) return null;
  const unit = 2 ** Math.round(Math.log2(largest));
  return { slopes: slopes.map((slope) => slope / unit), most: value / unit, unit };
}

/** Returns by how much weights break a cut, roughly in units of weights. It is negative if they keep it. */
export function missedOf({ slopes, most }: Cut, weights: Float64Array): number {
  let value = -most;
  for (let i = 0; i < slopes.length; i++) value += slopes[i] * weights[i];
  return value;
}

/** Returns the program with cuts of its weights as rows after its others. */
export function withCuts(program: Program, { offset, count }: Variables, cuts: readonly Cut[]): Program {
  if (cuts.length === 0) return program;
  const slopes = matrix(cuts.length, count), firstRow = program.rows.length;
  cuts.forEach((cut, k) => slopes.data.set(cut.slopes.map((slope) => -slope), k * count));
  const added = Affine.product(slopes, offset).plus(Affine.constants(Float64Array.from(cuts, ({ most }) => most)));
  const common = { cone: nonnegative, rows: 1, label: null, isDefinition: false };
  const blocks = cuts.map(({ unit }, k) => ({ ...common, firstRow: firstRow + k, unit }));
  return { ...program, rows: Affine.stack([program.rows, added]), blocks: [...program.blocks, ...blocks] };
}
