import type { BoxQuadraticProgram, QuadraticSolver } from "../../kernels/quadratic.ts";
import { PRICING_TOLERANCE, STATIONARITY } from "./accuracy.ts";

/**
 * The answer to a `BoxQuadraticProgram`: P x + q + y 1 + v = 0, where y is the multiplier of the budget and v are those
 * of the bounds, negative at a lower and positive at an upper bound. If the program is unbounded, x is a ray. If it is
 * infeasible, y 1 + v = 0 proves it.
 */
export interface BoxAnswer {
  readonly status: "optimal" | "infeasible" | "unbounded" | "iteration_limit";
  readonly x: Float64Array;
  readonly y: number;
  readonly v: Float64Array;
  readonly bounds: Int8Array;
  readonly iterations: number;
}

/**
 * Runs the active-set method for bounds and a budget once, and computes the multipliers of bounds. If the answer is not
 * stationary, its status is `iteration_limit`.
 */
export function runBoxQuadratic(
  quadratic: QuadraticSolver,
  program: BoxQuadraticProgram,
  warmStart?: Int8Array,
): BoxAnswer {
  const answer = quadratic.solveBox(program, { tolerance: PRICING_TOLERANCE, ...(warmStart && { warmStart }) });
  const { iterations } = answer;
  if (answer.status === "infeasible") return infeasibleBox(program, iterations);
  if (answer.status === "unbounded") return unboundedBox(answer.direction, iterations);
  const { x, sides, gradient, multiplier: y } = answer;
  const { v, bounds } = boundMultipliers(program, sides, gradient, y);
  const status = isStationary(program, { x, gradient, sides, y }) ? answer.status : "iteration_limit";
  return { status, x, y, v, bounds, iterations };
}

/**
 * Tells whether P x + q + y 1 is 0 for each free variable, relative to the sizes of its terms. y is the multiplier of
 * the budget.
 */
function isStationary(
  { P, q, budget, lower, upper }: BoxQuadraticProgram,
  { x, gradient, sides, y }: { x: Float64Array; gradient: Float64Array; sides: Int32Array; y: number },
): boolean {
  let residual = 0, size = 0, reach = Math.abs(budget ?? 0), steepest = 0;
  for (let i = 0, at = 0; i < x.length; i++, at += x.length + 1) {
    size = Math.max(size, Math.abs(q[i]), Math.abs(gradient[i]), Math.abs(P.data[at] * x[i]));
    steepest = Math.max(steepest, P.data[at]);
    if (lower[i] > -Infinity) reach = Math.max(reach, Math.abs(lower[i]));
    if (upper[i] < Infinity) reach = Math.max(reach, Math.abs(upper[i]));
    if (sides[i] === 0) residual = Math.max(residual, Math.abs(gradient[i] + y));
  }
  return residual <= STATIONARITY * Math.max(size, steepest * reach);
}

/**
 * Returns the multipliers v = -(P x + q + y 1) of variables at bounds, and the state of each bound. v is 0 where
 * rounding gives it the wrong sign for its bound. If both bounds are equal, either sign is right.
 */
function boundMultipliers(
  { lower, upper }: BoxQuadraticProgram,
  side: Int32Array,
  gradient: Float64Array,
  y: number,
): { v: Float64Array; bounds: Int8Array } {
  const v = new Float64Array(side.length);
  const bounds = new Int8Array(side.length);
  for (let i = 0; i < side.length; i++) {
    if (side[i] === 0) continue;
    const value = -(gradient[i] + y);
    if (lower[i] === upper[i]) {
      v[i] = value;
      bounds[i] = value > 0 ? 1 : -1;
      continue;
    }
    v[i] = side[i] < 0 ? Math.min(0, value) : Math.max(0, value);
    bounds[i] = side[i];
  }
  return { v, bounds };
}

/**
 * Returns the certificate of an infeasible program, y 1 + v = 0. A budget below the sum of the lower bounds has y = 1
 * and v = -1, one above the sum of the upper bounds has y = -1 and v = 1. If a lower bound exceeds its upper bound, all
 * multipliers are 0.
 */
function infeasibleBox({ budget, lower, upper }: BoxQuadraticProgram, iterations: number): BoxAnswer {
  const n = lower.length;
  let least = 0, crossed = budget === null;
  for (let i = 0; i < n; i++) {
    least += lower[i];
    if (!(lower[i] <= upper[i]) || lower[i] === Infinity || upper[i] === -Infinity) crossed = true;
  }
  const y = crossed ? 0 : least > (budget ?? 0) ? 1 : -1;
  return {
    status: "infeasible",
    x: Float64Array.from(lower, (value, i) => value > -Infinity ? value : Math.min(upper[i], 0)),
    y,
    v: new Float64Array(n).fill(y === 0 ? 0 : -y),
    bounds: new Int8Array(n).fill(-y),
    iterations,
  };
}

function unboundedBox(direction: Float64Array, iterations: number): BoxAnswer {
  const n = direction.length;
  return { status: "unbounded", x: direction, y: 0, v: new Float64Array(n), bounds: new Int8Array(n), iterations };
}
