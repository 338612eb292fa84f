import { Affine, type Program, quadraticTimes } from "../program/program.ts";
import type { Point } from "../program/point.ts";

/** A program whose variables are steps from a point, in a small unit. */
export interface MagnifiedProgram {
  readonly program: Program;
  /** Returns the point of the original program, with the same multipliers. */
  back(point: Point): Point;
}

/** Largest step in units: bounds and slacks further away are set to this distance. */
const FARTHEST_STEP = 1e6;

/**
 * Returns a program whose variables are steps from `origin` in a small `unit`, with its objective divided by the unit.
 * Differences in the last digits of weights become numbers near 1 (Gleixner, Steffy, Wolter 2016, Iterative refinement
 * for linear programming, INFORMS Journal on Computing 28). Null for a homogenised program, and for curved cones.
 */
export function magnify(program: Program, origin: Float64Array, unit: number): MagnifiedProgram | null {
  if (!program.scale.isConstant() || !program.blocks.every(({ cone }) => cone.isLinear)) return null;
  const { linear, rows, blocks, lower, upper } = program;
  const Px = quadraticTimes(program, origin), slacks = rows.evaluate(origin);
  const steps = slacks.map((slack) => slack / unit);
  for (const { cone, firstRow, rows: count } of blocks) {
    if (!cone.isLinear || cone.isEquality) continue;
    for (let i = firstRow; i < firstRow + count; i++) steps[i] = Math.min(steps[i], FARTHEST_STEP);
  }
  return {
    program: {
      ...program,
      quadratic: program.quadratic.map((term) => ({ ...term, factor: term.factor * unit })),
      linear: linear.map((slope, j) => slope + Px[j]),
      rows: rows.plus(Affine.constants(steps.map((step, i) => step - rows.constant[i]))),
      lower: lower.map((low, j) => Math.max((low - origin[j]) / unit, -FARTHEST_STEP)),
      upper: upper.map((high, j) => Math.min((high - origin[j]) / unit, FARTHEST_STEP)),
      settlers: [],
    },
    back: ({ x, z }) => ({ x: x.map((step, j) => origin[j] + unit * step), z }),
  };
}
