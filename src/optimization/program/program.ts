import type { Matrix } from "../../domain/matrix.ts";
import type { Cone, Rows } from "../cones/cone.ts";
import { Affine } from "./affine.ts";
import type { Settler } from "./settler.ts";
import { Variables } from "./variables.ts";

export { Affine, Variables };

/**
 * The rule from which rows of a program come. `slackByLimit` is the derivative of each row by the limit as requested;
 * shadow prices are computed from it.
 */
export interface RowLabel {
  readonly family: string;
  readonly rule: string | null;
  readonly slackByLimit: Affine;
}

/** Consecutive rows that lie in one cone together. */
export interface Block extends Rows {
  readonly cone: Cone;
  readonly label: RowLabel | null;
  /** The power of two by which the rows were divided, so that their coefficients are near 1 in any unit of the rule. */
  readonly unit: number;
  /**
   * Whether the rows only define auxiliary variables. They state no limit, so no tolerance of limits applies to them.
   */
  readonly isDefinition: boolean;
}

/**
 * The term ½ factor × y'My of the objective, for the consecutive variables y from `offset` on. M is the identity if the
 * matrix is null.
 */
export interface QuadraticTerm {
  readonly offset: number;
  readonly size: number;
  readonly matrix: Matrix | null;
  readonly factor: number;
}

/**
 * Bounds of variables that come from a family of rules. `rule(i)` names the rule of variable `offset + i`; null if a
 * default limit of the family holds for it.
 */
export interface BoundLabel {
  readonly family: string;
  readonly offset: number;
  readonly count: number;
  readonly rule: (i: number) => string | null;
}

/**
 * Hinge variables: u ≥ a and u ≥ its lower bound. Entry h has the variable u = variable[h] and the row u - a = row[h];
 * a variable with several rows is at least each a. A larger u only increases the objective or tightens a limit, so at
 * an optimum u equals the largest of these values. Most are at their lower bounds.
 */
export interface Hinges {
  readonly variable: Uint32Array;
  readonly row: Uint32Array;
  /** The rows that limit hinge variables from above, ascending. */
  readonly limits: Uint32Array;
}

export const NO_HINGES: Hinges = {
  variable: new Uint32Array(0),
  row: new Uint32Array(0),
  limits: new Uint32Array(0),
};

/**
 * Running maxima m_t ≥ max(0, a_1, …, a_t) of expressions a_t, consecutive variables from `offset` on. Row firstRow + t
 * is m_t - a_t ≥ 0, and row firstRow + count + t - 1 is m_t - m_(t-1) ≥ 0. As with a hinge, a larger m_t is never
 * better. Most equal the one before.
 */
export interface RunningMaxima {
  readonly offset: number;
  readonly count: number;
  readonly firstRow: number;
}

/**
 * Drawdowns d_t ≥ max(0, d_(t-1) - x_t) of the running sum of expressions x_t, consecutive variables without bounds
 * from `offset` on. Row firstRow + t is d_t ≥ 0, and row firstRow + count + t is d_t - d_(t-1) + x_t ≥ 0. A larger d_t
 * is never better.
 */
export interface Drawdowns {
  readonly offset: number;
  readonly count: number;
  readonly firstRow: number;
}

/**
 * A convex program: min ½ x'Px + q'x subject to C x + c in cones and lower ≤ x ≤ upper. P is the sum of the terms
 * `quadratic`, q is `linear`, and C x + c are the `rows`.
 */
export interface Program {
  readonly size: number;
  readonly quadratic: readonly QuadraticTerm[];
  readonly linear: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rows: Affine;
  readonly blocks: readonly Block[];
  readonly boundLabels: readonly BoundLabel[];
  readonly hinges: Hinges;
  readonly maxima: readonly RunningMaxima[];
  readonly drawdowns: readonly Drawdowns[];
  /** The scaling variable of a homogenised program, 1 in any other. Residuals are divided by it. */
  readonly scale: Affine;
  /** Functions that set the variables that follow from others, in the order of their dependence. */
  readonly settlers: readonly Settler[];
}

/** P x for the quadratic part ½ x'Px of the objective. Variables that are 0 take no time. */
export function quadraticTimes(program: Program, x: Float64Array): Float64Array {
  const product = new Float64Array(program.size);
  for (const { offset, size, matrix, factor } of program.quadratic) {
    for (let i = 0; i < size; i++) {
      const by = factor * x[offset + i];
      if (by === 0) continue;
      if (matrix === null) {
        product[offset + i] += by;
        continue;
      }
      const at = i * size;
      for (let j = 0; j < size; j++) product[offset + j] += by * matrix.data[at + j];
    }
  }
  return product;
}
