import { maximumNorm } from "../../domain/matrix.ts";
import type { LinearAnswer, LinearProgram } from "../../kernels/linear.ts";
import type { LinearForm } from "./linear_form.ts";
import { PROOF } from "../certify/proof.ts";

/** What a point and multipliers of a linear program prove of its minimum. */
export interface LinearProof {
  /** The objective at the point. */
  readonly value: number;
  /** A lower bound on the minimum; -Infinity if the reduced cost of a variable points towards an infinite bound. */
  readonly bound: number;
  /** Whether the point satisfies every row and bound. */
  readonly isMet: boolean;
}

/** Relative rounding error of a reduced cost. A smaller one counts as 0. */
const ROUNDING = 8 * Number.EPSILON;

/**
 * Judges a point x and multipliers y of min c'x by direct evaluation. Every feasible point has c'x = (c - A'y)'x + y'(A
 * x), and each term is at least its value at the bound or row limit that its sign selects (weak duality; Bertsimas and
 * Tsitsiklis, Introduction to linear optimization, 4.3).
 */
export function judgeLinearEnd(
  { program, reach }: Pick<LinearForm, "program" | "reach">,
  objective: Float64Array,
  { x, y }: Pick<LinearAnswer, "x" | "y">,
): LinearProof {
  const { lower, upper } = program;
  const slopes = objective.slice(), sizes = objective.map(Math.abs);
  let bound = boundOfRows(program, y, { slopes, sizes });
  let value = 0, isMet = keepsRows(program, x);
  for (let j = 0; j < objective.length; j++) {
    value += objective[j] * x[j];
    if (!(x[j] >= lower[j] - PROOF.primal && x[j] <= upper[j] + PROOF.primal)) isMet = false;
    const slope = Math.abs(slopes[j]) <= ROUNDING * sizes[j] ? 0 : slopes[j];
    if (slope !== 0) bound += slope * (slope > 0 ? reach.lower[j] : reach.upper[j]);
  }
  return { value, bound: Number.isNaN(bound) ? -Infinity : bound, isMet };
}

/**
 * Returns the minimum of y'(A x) over the row limits. Subtracts A'y from `slopes`, and adds the absolute values of its
 * terms to `sizes`.
 */
function boundOfRows(
  { A: { start, column, value }, rowLower, rowUpper }: LinearProgram,
  y: Float64Array,
  { slopes, sizes }: { readonly slopes: Float64Array; readonly sizes: Float64Array },
): number {
  let bound = 0;
  for (let i = 0; i < y.length; i++) {
    const by = y[i];
    // A multiplier for an infinite row limit proves nothing and is ignored.
    if (by === 0 || (by > 0 ? rowLower[i] : rowUpper[i]) === (by > 0 ? -Infinity : Infinity)) continue;
    bound += by * (by > 0 ? rowLower[i] : rowUpper[i]);
    for (let k = start[i]; k < start[i + 1]; k++) {
      slopes[column[k]] -= by * value[k];
      sizes[column[k]] += Math.abs(by * value[k]);
    }
  }
  return bound;
}

function keepsRows({ A: { start, column, value }, rowLower, rowUpper }: LinearProgram, x: Float64Array): boolean {
  for (let i = 0; i < rowLower.length; i++) {
    let sum = 0;
    for (let k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
    if (!(sum >= rowLower[i] - PROOF.primal && sum <= rowUpper[i] + PROOF.primal)) return false;
  }
  return true;
}

/** Whether a direction stays within all rows and bounds for any step, and the objective decreases along it. */
export function isLinearRay(program: LinearProgram, objective: Float64Array, ray: Float64Array): boolean {
  const { A: { start, column, value }, lower, upper, rowLower, rowUpper } = program;
  const size = maximumNorm(ray);
  let slope = 0, slopes = 0;
  for (let j = 0; j < ray.length; j++) {
    const one = ray[j] / size;
    slope += objective[j] * one;
    slopes += Math.abs(objective[j] * one);
    if ((one < -STRAY && lower[j] > -Infinity) || (one > STRAY && upper[j] < Infinity)) return false;
  }
  for (let i = 0; i < rowLower.length; i++) {
    let sum = 0, terms = 0;
    for (let k = start[i]; k < start[i + 1]; k++) {
      sum += value[k] * ray[column[k]] / size;
      terms += Math.abs(value[k] * ray[column[k]] / size);
    }
    if ((sum < -STRAY * terms && rowLower[i] > -Infinity) || (sum > STRAY * terms && rowUpper[i] < Infinity)) {
      return false;
    }
  }
  return slope < -WORTH * slopes;
}

/**
 * Tolerance of a ray for the bounds and rows that it must not leave, for a largest entry of 1; and the least relative
 * decrease of the objective along it.
 */
const STRAY = 1e-12, WORTH = 1e-9;
