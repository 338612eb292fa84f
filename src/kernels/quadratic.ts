import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";
import { row } from "../domain/matrix.ts";
import type { BoxQuadraticAnswer, BoxQuadraticProgram, QuadraticOptions } from "./types.ts";

/**
 * min ½x'Px + q'x subject to sum x = budget (null: no such row) and lower ≤ x ≤ upper. P is n × n, symmetric, positive semidefinite; the other
 * arrays have n entries, bounds may be infinite. The budget and the bounds hold to rounding. Crossed bounds are `infeasible` with multipliers
 * of zero, since no multiplier of one sign can show them. Throws a RangeError where lengths disagree.
 */
export function solveBoxQuadratic(
  instance: CoreInstance,
  program: BoxQuadraticProgram,
  options: QuadraticOptions = {},
): BoxQuadraticAnswer {
  checkBoxLengths(program, options);
  return instance.run((core, arena) => runBox(core, arena, program, options));
}

const DEFAULT_TOLERANCE = 1e-10;
/** The kernel prices below the tolerance of the answer, so that what it leaves undone is within it. */
const PRICING_SHARE = 0.01;
const ITERATION_LIMIT = -1;
const INFEASIBLE = -2;
const UNBOUNDED = -3;
const NEEDS_ROWS = -4;

function checkBoxLengths({ P, q, lower, upper }: BoxQuadraticProgram, { warmStart }: QuadraticOptions): void {
  const n = q.length;
  if (P.rows !== n || P.columns !== n || lower.length !== n || upper.length !== n) {
    throw new RangeError(
      `A quadratic program of ${n} variables needs a ${n} × ${n} matrix and ${n} bounds on each side`,
    );
  }
  if (warmStart !== undefined && warmStart.bounds.length !== n) {
    throw new RangeError(`A warm start of ${n} variables needs ${n} bounds, got ${warmStart.bounds.length}`);
  }
}

function runBox(
  core: CoreExports,
  arena: Arena,
  program: BoxQuadraticProgram,
  { warmStart, tolerance = DEFAULT_TOLERANCE }: QuadraticOptions,
): BoxQuadraticAnswer {
  const { P, q, budget, lower, upper } = program;
  const n = q.length;
  const x = arena.doubles(n);
  const gradient = arena.doubles(n);
  const states = arena.integers(warmStart === undefined ? n : Int32Array.from(warmStart.bounds));
  const requests = arena.integers(n);
  checkStatus(core.boxQuadraticBegin(
    n,
    arena.doubles(q),
    arena.doubles(lower),
    arena.doubles(upper),
    arena.doubles(diagonalOf(P.data, n)),
    budget === null ? 0 : 1,
    budget ?? 0,
    x,
    gradient,
    states,
    requests,
    warmStart === undefined ? 0 : 1,
    PRICING_SHARE * tolerance,
  ));
  let status = core.boxQuadraticAdvance();
  for (; status === NEEDS_ROWS; status = core.boxQuadraticAdvance()) {
    const wanted = arena.readIntegers(requests, core.boxQuadraticRequestCount());
    if (wanted.length === n) core.boxQuadraticMatrix(arena.doubles(P.data));
    else for (const i of wanted) core.boxQuadraticRow(i, arena.doubles(row(P, i)));
  }
  checkStatus(status);
  const iterations = core.boxQuadraticIterations();
  if (status === INFEASIBLE) return infeasibleBox(program, iterations);
  const point = arena.readDoubles(x, n);
  if (status === UNBOUNDED) return unboundedBox(point, iterations);
  const y = core.boxQuadraticMultiplier();
  const side = arena.readIntegers(states, n);
  const { v, bounds } = boundMultipliers(program, side, arena.readDoubles(gradient, n), y);
  return { status: status === ITERATION_LIMIT ? "iteration_limit" : "optimal", x: point, y, v, bounds, iterations };
}

function diagonalOf(data: Float64Array, n: number): Float64Array {
  const diagonal = new Float64Array(n);
  for (let i = 0, at = 0; i < n; i++, at += n + 1) diagonal[i] = data[at];
  return diagonal;
}

/** v = -(gradient + y) at bounds, of the sign of the side where the bounds differ. */
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

/** The budget lies outside the sums of the bounds: y 1 + v = 0 with v on the side that is too short. */
function infeasibleBox({ budget, lower, upper }: BoxQuadraticProgram, iterations: number): BoxQuadraticAnswer {
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

function unboundedBox(direction: Float64Array, iterations: number): BoxQuadraticAnswer {
  const n = direction.length;
  return { status: "unbounded", x: direction, y: 0, v: new Float64Array(n), bounds: new Int8Array(n), iterations };
}
