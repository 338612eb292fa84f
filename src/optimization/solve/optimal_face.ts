import { zero } from "../cones/zero.ts";
import { type Block, NO_HINGES, type Program } from "../program/program.ts";
import { type Point, reducedCostsAt } from "./certify.ts";

/** Costs and multipliers below this share of the largest slope are rounding: what they keep in place may move. */
const ROUNDING = 1e-10;

/**
 * The optima of a linear program as a program without an objective: variables that cost something stand at their
 * bounds, rows with a multiplier are equalities (complementary slackness; Boyd and Vandenberghe, Convex Optimization,
 * 5.5.2). Any multipliers that prove an optimum give the same points. Of a slack and its multiplier, as shares of the
 * largest variable and of the largest slope, one is 0 and the other, of an interior method, rounding: the smaller. Null
 * where a cone is curved.
 */
export function optimalFace(program: Program, { x, z }: Point): Program | null {
  if (program.blocks.some(({ cone }) => !cone.isLinear)) return null;
  const slope = largest(program.linear), size = largest(x);
  const costs = reducedCostsAt(program, new Float64Array(x.length), z), slacks = program.rows.evaluate(x);
  const isHeld = (cost: number, slack: number): boolean =>
    Math.abs(cost) > slope * Math.max(ROUNDING, Math.abs(slack) / size);
  const stands = (j: number): number => costs[j] > 0 ? program.lower[j] : program.upper[j];
  const fixed = (limits: Float64Array): Float64Array =>
    limits.map((limit, j) => isHeld(costs[j], x[j] - stands(j)) ? stands(j) : limit);
  return {
    ...program,
    linear: new Float64Array(x.length),
    lower: fixed(program.lower),
    upper: fixed(program.upper),
    blocks: program.blocks.flatMap((block): Block[] => {
      if (block.cone.isLinear && block.cone.isEquality) return [block];
      return Array.from({ length: block.rows }, (_, i): Block => {
        const firstRow = block.firstRow + i;
        return { ...block, firstRow, rows: 1, cone: isHeld(z[firstRow], slacks[firstRow]) ? zero : block.cone };
      });
    }),
    hinges: NO_HINGES,
    maxima: [],
  };
}

function largest(entries: Float64Array): number {
  return entries.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}
