import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";
import { matrix, row } from "../domain/matrix.ts";
import { findFarkas, findRay } from "./quadratic_certificates.ts";
import type {
  ActiveSet,
  BoxQuadraticAnswer,
  BoxQuadraticProgram,
  QuadraticAnswer,
  QuadraticOptions,
  QuadraticProgram,
} from "./types.ts";

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
  const answer = instance.run((core, arena) => runBox(core, arena, program, options));
  return answer.status === "iteration_limit" ? solveBoxAsGeneral(instance, program, options) : answer;
}

/**
 * min ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u, lower ≤ x ≤ upper. P is n × n, symmetric, positive semidefinite; A and G have n columns;
 * limits may be infinite, rows dependent. A warm start is tried first and costs little where it is nearly right. Bounds hold exactly. Crossed
 * limits are `infeasible` with multipliers of zero, since no multiplier of one sign can show them. Throws a RangeError where sizes disagree.
 */
export function solveQuadratic(
  instance: CoreInstance,
  program: QuadraticProgram,
  options: QuadraticOptions = {},
): QuadraticAnswer {
  checkSizes(program, options);
  const warmStart = options.warmStart ?? guessFromBox(instance, program);
  const answer = runOnce(instance, program, warmStart === undefined ? options : { ...options, warmStart });
  const solve = (other: QuadraticProgram): QuadraticAnswer => runOnce(instance, other, {});
  switch (answer.status) {
    case "optimal":
      return answer;
    case "infeasible":
      return { ...answer, ...(hasExactMultipliers(program, answer) ? {} : findFarkas(program, solve)) };
    case "unbounded":
      return { ...answer, x: findRay(program, solve) ?? answer.x };
    case "iteration_limit":
      return settle(program, answer, solve);
  }
}

/**
 * The active bounds of the program without its rows but the budget, where there is one and few other rows: the box method takes a hundredth
 * of an interior point's time, and the assets it holds are near those of the answer.
 */
function guessFromBox(
  instance: CoreInstance,
  { P, q, A, b, G, lower, upper }: QuadraticProgram,
): ActiveSet | undefined {
  const n = q.length;
  const budgetRow = Array.from({ length: A.rows }, (_, i) => i).find((i) => isConstant(row(A, i)));
  if (n < LEAST_GUESSED || budgetRow === undefined || A.rows + G.rows > GUESSED_ROW_SHARE * n) return undefined;
  const budget = b[budgetRow] / A.data[budgetRow * n];
  const { status, bounds } = instance.run((core, arena) => runBox(core, arena, { P, q, budget, lower, upper }, {}));
  return status === "optimal" ? { bounds, rows: new Int8Array(G.rows) } : undefined;
}

function isConstant(values: Float64Array): boolean {
  return values[0] !== 0 && values.every((value) => value === values[0]);
}

/** Where the interior point got stuck: infeasible or unbounded, if a certificate can be found. */
function settle(
  program: QuadraticProgram,
  answer: QuadraticAnswer,
  solve: (other: QuadraticProgram) => QuadraticAnswer,
): QuadraticAnswer {
  const farkas = findFarkas(program, solve);
  if (farkas !== null) return { ...answer, ...farkas, status: "infeasible" };
  const ray = findRay(program, solve);
  return ray === null ? answer : { ...answer, x: ray, status: "unbounded" };
}

/** Whether A'y + G'z + v is zero to rounding: the interior point's multipliers fit all variables with bounds, others only nearly. */
function hasExactMultipliers({ A, G }: QuadraticProgram, { y, z, v }: QuadraticAnswer): boolean {
  for (let j = 0; j < v.length; j++) {
    let sum = v[j], size = Math.abs(v[j]);
    for (const [rows, multipliers] of [[A, y], [G, z]] as const) {
      for (let i = 0; i < rows.rows; i++) {
        const part = multipliers[i] * rows.data[i * rows.columns + j];
        sum += part;
        size += Math.abs(part);
      }
    }
    if (Math.abs(sum) > 1e-12 * size) return false;
  }
  return true;
}

function runOnce(instance: CoreInstance, program: QuadraticProgram, options: QuadraticOptions): QuadraticAnswer {
  return instance.run((core, arena) => run(core, arena, program, options));
}

const DEFAULT_TOLERANCE = 1e-10;
/** The kernel prices below the tolerance of the answer, so that what it leaves undone is within it. */
const PRICING_SHARE = 0.01;
/** An answer of the box method with a larger residual, relative, is not taken. */
const STATIONARITY = 1e-10;
/** From so many variables on, and for rows up to this share of them, the guess pays. */
const LEAST_GUESSED = 30;
const GUESSED_ROW_SHARE = 0.25;
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
  const slopes = arena.readDoubles(gradient, n);
  const { v, bounds } = boundMultipliers(program, side, slopes, y);
  if (!isStationary(program, point, slopes, side, y)) status = ITERATION_LIMIT;
  return { status: status === ITERATION_LIMIT ? "iteration_limit" : "optimal", x: point, y, v, bounds, iterations };
}

/** Whether the free variables have the slope of the budget, to a part of what the slopes are made of. */
function isStationary(
  { P, q, budget, lower, upper }: BoxQuadraticProgram,
  x: Float64Array,
  slopes: Float64Array,
  side: Int32Array,
  y: number,
): boolean {
  let residual = 0, size = 0, reach = Math.abs(budget ?? 0), steepest = 0;
  for (let i = 0, at = 0; i < x.length; i++, at += x.length + 1) {
    size = Math.max(size, Math.abs(q[i]), Math.abs(slopes[i]), Math.abs(P.data[at] * x[i]));
    steepest = Math.max(steepest, P.data[at]);
    if (lower[i] > -Infinity) reach = Math.max(reach, Math.abs(lower[i]));
    if (upper[i] < Infinity) reach = Math.max(reach, Math.abs(upper[i]));
    if (side[i] === 0) residual = Math.max(residual, Math.abs(slopes[i] + y));
  }
  return residual <= STATIONARITY * Math.max(size, steepest * reach);
}

/** With the budget as a row of the general program: slower, but safe where the box method's steps lose their digits. */
function solveBoxAsGeneral(
  instance: CoreInstance,
  { P, q, budget, lower, upper }: BoxQuadraticProgram,
  { tolerance }: QuadraticOptions,
): BoxQuadraticAnswer {
  const n = q.length, rows = budget === null ? 0 : 1;
  const A = matrix(rows, n, new Float64Array(rows * n).fill(1));
  const none = new Float64Array(0);
  const b = budget === null ? none : Float64Array.of(budget);
  const program = { P, q, A, b, G: matrix(0, n), l: none, u: none, lower, upper };
  const { status, x, y, v, activeSet, iterations } = solveQuadratic(
    instance,
    program,
    tolerance === undefined ? {} : { tolerance },
  );
  return { status, x, y: y[0] ?? 0, v, bounds: activeSet.bounds, iterations };
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

function checkSizes(program: QuadraticProgram, { warmStart }: QuadraticOptions): void {
  const { P, q, A, b, G, l, u, lower, upper } = program;
  const n = q.length;
  const hasSquare = P.rows === n && P.columns === n && lower.length === n && upper.length === n;
  const hasRows = A.rows === b.length && G.rows === l.length && G.rows === u.length;
  const hasColumns = (A.rows === 0 || A.columns === n) && (G.rows === 0 || G.columns === n);
  if (!hasSquare || !hasRows || !hasColumns) {
    throw new RangeError(`The sizes of a quadratic program of ${n} variables disagree`);
  }
  if (warmStart !== undefined && (warmStart.bounds.length !== n || warmStart.rows.length !== G.rows)) {
    throw new RangeError(`A warm start needs ${n} bounds and ${G.rows} rows`);
  }
}

function run(
  core: CoreExports,
  arena: Arena,
  program: QuadraticProgram,
  { warmStart, tolerance = DEFAULT_TOLERANCE }: QuadraticOptions,
): QuadraticAnswer {
  const { P, q, A, b, G, l, u, lower, upper } = program;
  const n = q.length;
  const x = arena.doubles(n);
  const y = arena.doubles(A.rows + G.rows);
  const v = arena.doubles(n);
  const states = arena.integers(warmStart === undefined ? n + G.rows : joined(warmStart));
  const status = checkStatus(core.solveQuadratic(
    n,
    arena.doubles(P.data),
    arena.doubles(q),
    A.rows,
    arena.doubles(A.data),
    arena.doubles(b),
    G.rows,
    arena.doubles(G.data),
    arena.doubles(l),
    arena.doubles(u),
    arena.doubles(lower),
    arena.doubles(upper),
    warmStart === undefined ? 0 : 1,
    tolerance,
    x,
    y,
    v,
    states,
  ));
  const multipliers = arena.readDoubles(y, A.rows + G.rows);
  const set = status === 0 || status === ITERATION_LIMIT
    ? Int8Array.from(arena.readIntegers(states, n + G.rows))
    : new Int8Array(n + G.rows);
  return {
    status: statusName(status),
    x: arena.readDoubles(x, n),
    y: multipliers.slice(0, A.rows),
    z: multipliers.slice(A.rows),
    v: arena.readDoubles(v, n),
    activeSet: { bounds: set.slice(0, n), rows: set.slice(n) },
    iterations: core.quadraticIterations(),
  };
}

function joined({ bounds, rows }: ActiveSet): Int32Array {
  const states = new Int32Array(bounds.length + rows.length);
  states.set(bounds);
  states.set(rows, bounds.length);
  return states;
}

function statusName(status: number): QuadraticAnswer["status"] {
  if (status === INFEASIBLE) return "infeasible";
  if (status === UNBOUNDED) return "unbounded";
  return status === ITERATION_LIMIT ? "iteration_limit" : "optimal";
}
