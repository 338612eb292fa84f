import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import type { Program } from "../program/program.ts";
import { projectedMultipliers } from "./certify.ts";
import { impliedBounds } from "./implied_bounds.ts";
import { PROOF, toleranceOf } from "./proof.ts";

/**
 * Whether multipliers prove that no point keeps the limits, be each of them widened by what a proof allows: for rows
 * C x + c every point that does has z'(C x + c) ≥ 0, while its largest value within the bounds, or within the largest
 * weights that a request may name where there are none, is negative (Farkas; Boyd and Vandenberghe, Convex
 * Optimization, 5.8). Rounding speaks against the proof.
 */
export function provesInfeasible(program: Program, multipliers: Float64Array): boolean {
  const z = projectedMultipliers(program, multipliers);
  // A hinge gives way to anything: what a solver leaves on its row is rounding.
  for (const row of program.hinges.row) z[row] = 0;
  const slopes = new Float64Array(program.size);
  program.rows.addTransposed(z, slopes);
  const allowed = widening(program, z, slopes);
  let highest = allowed.constant, size = Math.abs(highest), rounding = 0;
  const add = (term: number): void => {
    highest += term;
    size += Math.abs(term);
  };
  for (let i = 0; i < z.length; i++) add(z[i] * program.rows.constant[i]);
  const slopeRounding = roundingOfSlopes(program, z);
  const { lower, upper } = impliedBounds(program);
  for (let j = 0; j < program.size; j++) {
    const slope = slopes[j] + allowed.slopes[j];
    const bound = slope > 0 ? upper[j] : lower[j];
    const at = Math.max(-LARGEST_NUMBER, Math.min(bound, LARGEST_NUMBER));
    add(slope * at);
    const reach = Math.max(Math.abs(lower[j]), Math.abs(upper[j]));
    rounding += slopeRounding[j] * Math.min(reach, LARGEST_NUMBER);
  }
  rounding += Number.EPSILON * (z.length + program.size) * size;
  return highest < -rounding;
}

/** At most what rounding makes of each entry of C'z: as many additions as it has terms. */
function roundingOfSlopes({ size, rows }: Program, z: Float64Array): Float64Array {
  const sizes = new Float64Array(size), terms = new Uint32Array(size);
  for (let i = 0; i < z.length; i++) {
    if (z[i] === 0) continue;
    rows.forEachTerm(i, (column, value) => {
      sizes[column] += Math.abs(z[i] * value);
      terms[column]++;
    });
  }
  return sizes.map((one, j) => Number.EPSILON * terms[j] * one);
}

/** What is added to z'(C x + c) where every limit may be missed by its tolerance times the scale. */
function widening(
  program: Program,
  z: Float64Array,
  slopes: Float64Array,
): { readonly constant: number; readonly slopes: Float64Array } {
  let total = 0;
  for (const block of program.blocks) {
    const tolerance = toleranceOf(block);
    for (let i = block.firstRow; i < block.firstRow + block.rows; i++) total += tolerance * Math.abs(z[i]);
  }
  // Bounds of a program that is not homogenised are widened where they are looked up.
  if (!program.scale.isConstant()) { for (const slope of slopes) total += PROOF.primal * Math.abs(slope); }
  const scale = program.scale.times(total), widened = new Float64Array(program.size);
  scale.forEachTerm(0, (column, value) => widened[column] += value);
  return { constant: scale.constant[0], slopes: widened };
}
