import type { Matrix } from "../../domain/matrix.ts";
import type { Cone, Rows } from "../cones/cone.ts";
import { Affine } from "./affine.ts";
import type { Settler } from "./settler.ts";
import { Variables } from "./variables.ts";

export { Affine, Variables };

/**
 * The rule behind rows of a program. `slackByLimit` is the derivative of each row by the limit as sent: shadow prices
 * come from there.
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
  /** What the rows were divided by, a power of two: coefficients are then near 1, whatever a rule's unit. */
  readonly unit: number;
  /** Whether the rows only say what variables are made of: no limit, hence nothing that may be missed. */
  readonly isDefinition: boolean;
}

/** ½ factor y'My over the consecutive variables y from `offset` on; a null matrix is the identity of `size`. */
export interface QuadraticTerm {
  readonly offset: number;
  readonly size: number;
  readonly matrix: Matrix | null;
  readonly factor: number;
}

/** Rules on single variables: `rule(i)` names the one of variable `offset + i`, null where a default holds. */
export interface BoundLabel {
  readonly family: string;
  readonly offset: number;
  readonly count: number;
  readonly rule: (i: number) => string | null;
}

/**
 * u ≥ a and u ≥ its lower bound, for a row `row` = u - a and a variable `variable` = u each; a variable of several rows
 * is at least each of their a. A larger u only costs more and makes limits harder to keep: at an optimum it is the
 * largest of what it has to be, and most are at their lower bound.
 */
export interface Hinges {
  readonly variable: Uint32Array;
  readonly row: Uint32Array;
  /** The rows in which variables of hinges are limited, ascending. */
  readonly limits: Uint32Array;
}

export const NO_HINGES: Hinges = {
  variable: new Uint32Array(0),
  row: new Uint32Array(0),
  limits: new Uint32Array(0),
};

/**
 * m_t ≥ max(0, a_1, …, a_t) for consecutive variables m from `offset` on: m_t ≥ a_t in row firstRow + t, and m_t ≥
 * m_(t-1) in row firstRow + count + t - 1. Like a hinge, a larger m only costs more. Most are the one before them.
 */
export interface RunningMaxima {
  readonly offset: number;
  readonly count: number;
  readonly firstRow: number;
}

/**
 * d_t ≥ max(0, d_(t-1) - x_t) for consecutive variables d without bounds from `offset` on: d_t ≥ 0 in row firstRow + t,
 * and d_t ≥ d_(t-1) - x_t in row firstRow + count + t. A larger d only costs more.
 */
export interface Shortfalls {
  readonly offset: number;
  readonly count: number;
  readonly firstRow: number;
}

/** A convex program: min Σ quadratic terms + q'x subject to rows(x) in their cones and lower ≤ x ≤ upper. */
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
  readonly shortfalls: readonly Shortfalls[];
  /** The scaling variable of a homogenised program, 1 in any other: residuals are divided by it. */
  readonly scale: Affine;
  /** Those of the variables that others set, in the order in which they are to be set. */
  readonly settlers: readonly Settler[];
}

/** P x, of the quadratic part of the objective. Costs nothing for the variables that are 0. */
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
