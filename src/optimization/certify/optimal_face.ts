import { maximumNorm } from "../../domain/matrix.ts";
import { zero } from "../cones/zero.ts";
import type { Bounds } from "../program/bounds.ts";
import { type Block, NO_HINGES, type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { ROUNDED_SLOPE } from "./proof.ts";

/** The set of all optima of a program: bounds of the variables, and rows that are equalities. */
export interface OptimalFace extends Bounds {
  readonly rows: readonly number[];
}

/**
 * Returns the set of all optima, from one optimum and its multipliers. Variables with a reduced cost are at their
 * bounds, and rows with a multiplier are equalities (complementary slackness; Boyd and Vandenberghe, Convex
 * Optimization, 5.5.2). Variables with a square in the objective have one value (Mangasarian 1988, A simple
 * characterization of solution sets of convex programs). Any multipliers that prove an optimum give the same set. Of a
 * slack and its multiplier one is 0. In a point of an interior-point method it is the smaller one, as shares of the
 * largest variable and of the largest slope. Null if a cone is curved, or if the objective has a quadratic term with a
 * matrix.
 */
export function optimalFace(program: Program, { x, z }: Point): OptimalFace | null {
  if (program.blocks.some(({ cone }) => !cone.isLinear)) return null;
  if (program.quadratic.some(({ matrix }) => matrix !== null)) return null;
  const gradient = quadraticTimes(program, x);
  const slope = program.linear.reduce((most, entry, j) => Math.max(most, Math.abs(entry + gradient[j])), 0);
  const size = maximumNorm(x);
  const costs = reducedCostsAt(program, gradient, z), slacks = program.rows.evaluate(x);
  const isHeld = (cost: number, slack: number): boolean =>
    Math.abs(cost) > slope * Math.max(ROUNDED_SLOPE, Math.abs(slack) / size);
  const stands = (j: number): number => costs[j] > 0 ? program.lower[j] : program.upper[j];
  const fixed = (limits: Float64Array): Float64Array =>
    limits.map((limit, j) => isHeld(costs[j], x[j] - stands(j)) ? stands(j) : limit);
  const lower = fixed(program.lower), upper = fixed(program.upper);
  for (const { offset, size: count } of program.quadratic) {
    lower.set(x.subarray(offset, offset + count), offset);
    upper.set(x.subarray(offset, offset + count), offset);
  }
  const rows = program.blocks.filter(({ cone }) => !(cone.isLinear && cone.isEquality)).flatMap(({ firstRow, rows }) =>
    Array.from({ length: rows }, (_, i) => firstRow + i).filter((row) => isHeld(z[row], slacks[row]))
  );
  return { lower, upper, rows };
}

/** Returns the program of all optima of a program, without an objective; null if `optimalFace` does not know them. */
export function facedProgram(program: Program, point: Point): Program | null {
  const face = optimalFace(program, point);
  if (face === null) return null;
  const held = new Set(face.rows);
  return {
    ...program,
    ...face,
    rows: program.rows,
    quadratic: [],
    linear: new Float64Array(program.size),
    blocks: program.blocks.flatMap((block): Block[] => {
      if (block.cone.isLinear && block.cone.isEquality) return [block];
      return Array.from({ length: block.rows }, (_, i): Block => {
        const firstRow = block.firstRow + i;
        return { ...block, firstRow, rows: 1, cone: held.has(firstRow) ? zero : block.cone };
      });
    }),
    hinges: NO_HINGES,
    maxima: [],
    drawdowns: [],
  };
}
