import { __wbg_reset_state, initSync, memory_bytes, solve, type SolveStatus } from "../../solver/pkg/conic_solver.js";
import { DomainError } from "../domain/errors.ts";
import { shouldStop } from "./stop_flag.ts";
import {
  type Cone,
  type ConicAnswer,
  type ConicOptions,
  type ConicProgram,
  type ConicSolver,
  type SparseMatrix,
  Stopped,
} from "./types.ts";

const DEFAULT_TOLERANCE = 1e-10;
const DEFAULT_MAX_ITERATIONS = 200;
/** A wasm memory never shrinks: beyond this it is given up after the solve. */
const RETAINED_BYTES = 512 * 1024 * 1024;
const CERTIFICATE_RESIDUAL = 1e-3;
const OUT_OF_MEMORY = "The conic solver ran out of memory";

/**
 * The conic solver of this thread: Clarabel, an interior-point method. Reads its module from `solver/pkg`.
 *
 * An objective whose coefficients are all below 1 is solved scaled up to that size, so that the tolerance is relative
 * to it. `primalResidual` is the largest |Ax + s - b| and `dualResidual` the largest |Px + q + A'z|.
 *
 * A certificate comes scaled. `primal_infeasible`: b'z = -1, and `dualResidual` is the largest |A'z|; e of it proves that
 * no feasible point has a 1-norm below 1/e. `dual_infeasible`: q'x = -1, `primalResidual` is the largest |Ax + s| and
 * `dualResidual` the largest |Px|. What is not defined (the objective, the other residual) is NaN. A certificate with a
 * residual above 1e-3 is none: the status is then `no_progress`.
 *
 * `solve` throws `Stopped` when the stop flag is raised, a RangeError where the program can't be used (a length, a
 * number beyond ±1e15 or none, no variable, a P below its diagonal), a DomainError `out_of_memory`, and an Error where
 * Clarabel fails; the next solve starts afresh after each.
 */
export function loadConicSolver(): ConicSolver {
  initSync({ module: new WebAssembly.Module(Deno.readFileSync(MODULE)) });
  return { solve: solveProgram };
}

const MODULE = new URL("../../solver/pkg/conic_solver_bg.wasm", import.meta.url);

const STATUS: Readonly<Record<Exclude<SolveStatus, "CallbackTerminated">, ConicAnswer["status"]>> = {
  Solved: "optimal",
  AlmostSolved: "almost_optimal",
  PrimalInfeasible: "primal_infeasible",
  AlmostPrimalInfeasible: "primal_infeasible",
  DualInfeasible: "dual_infeasible",
  AlmostDualInfeasible: "dual_infeasible",
  MaxIterations: "iteration_limit",
  InsufficientProgress: "no_progress",
  NumericalError: "no_progress",
};

function solveProgram(program: ConicProgram, options: ConicOptions = {}): ConicAnswer {
  checkShapes(program);
  if (shouldStop()) throw new Stopped();
  const scale = objectiveScale(program);
  const { status, x, z, s, iterations } = callSolver(program, scale, options);
  if (status === "CallbackTerminated") throw new Stopped();
  const point = { x, z: z.map((multiplier) => multiplier / scale), s };
  return { iterations, ...judge(program, STATUS[status], point) };
}

function checkShapes({ P, q, A, b }: ConicProgram): void {
  if (P.rows !== q.length || P.columns !== q.length) {
    throw new RangeError(`P is ${P.rows} × ${P.columns}, but q has ${q.length} entries`);
  }
  if (A.rows !== b.length || A.columns !== q.length) {
    throw new RangeError(`A is ${A.rows} × ${A.columns}, but b has ${b.length} entries and q ${q.length}`);
  }
}

/** A power of two, so that scaling rounds nothing; never below 1, for that would loosen the tolerance. */
function objectiveScale({ P, q }: ConicProgram): number {
  let largest = 0;
  for (const value of P.values) largest = Math.max(largest, Math.abs(value));
  for (const value of q) largest = Math.max(largest, Math.abs(value));
  return largest > 0 && largest < 1 ? 2 ** Math.min(1000, Math.ceil(-Math.log2(largest))) : 1;
}

function callSolver(program: ConicProgram, scale: number, options: ConicOptions): ReturnType<typeof solve> {
  const { P, q, A, b } = program;
  const cones = program.cones.filter((cone) => rowsOf(cone) !== 0);
  try {
    return solve(
      P.columnStart,
      P.rowIndex,
      scaled(P.values, scale),
      scaled(q, scale),
      A.columnStart,
      A.rowIndex,
      A.values,
      b,
      Uint8Array.from(cones, tagOf),
      Float64Array.from(cones, parameterOf),
      options.tolerance ?? DEFAULT_TOLERANCE,
      options.maxIterations ?? DEFAULT_MAX_ITERATIONS,
      () => shouldStop() !== 0,
    );
  } catch (error) {
    __wbg_reset_state();
    if (error instanceof RangeError) throw error;
    if (isOutOfMemory(error)) {
      throw new DomainError(
        "out_of_memory",
        `A program of ${q.length} variables and ${b.length} rows does not fit in the memory of the conic solver`,
      );
    }
    throw new Error("The conic solver failed", { cause: error });
  } finally {
    if (memory_bytes() > RETAINED_BYTES) __wbg_reset_state();
  }
}

/** A panic says so in a fresh instance; a bare trap is the allocator of the arguments giving up. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message === OUT_OF_MEMORY ||
    error instanceof WebAssembly.RuntimeError && error.message === "unreachable";
}

function scaled(values: Float64Array, scale: number): Float64Array {
  return scale === 1 ? values : values.map((value) => value * scale);
}

function rowsOf(cone: Cone): number {
  return cone.kind === "exponential" || cone.kind === "power" ? 3 : cone.rows;
}

const TAGS: Readonly<Record<Cone["kind"], number>> = {
  zero: 0,
  nonnegative: 1,
  second_order: 2,
  exponential: 3,
  power: 4,
};

function tagOf(cone: Cone): number {
  return TAGS[cone.kind];
}

function parameterOf(cone: Cone): number {
  return cone.kind === "power" ? cone.exponent : rowsOf(cone);
}

type Point = Pick<ConicAnswer, "x" | "z" | "s">;
type Judged = Omit<ConicAnswer, "iterations">;

function judge(program: ConicProgram, status: ConicAnswer["status"], point: Point): Judged {
  if (status === "primal_infeasible") {
    return primalCertificate(program, point) ?? judgePoint(program, "no_progress", point);
  }
  if (status === "dual_infeasible") {
    return dualCertificate(program, point) ?? judgePoint(program, "no_progress", point);
  }
  return judgePoint(program, status, point);
}

function judgePoint({ P, q, A, b }: ConicProgram, status: ConicAnswer["status"], point: Point): Judged {
  const { x, z, s } = point;
  const Px = timesUpper(P, x);
  return {
    status,
    ...point,
    objective: inner(x, Px) / 2 + inner(q, x),
    primalResidual: largest(sum(times(A, x), s).map((value, i) => value - b[i])),
    dualResidual: largest(sum(sum(Px, q), timesTransposed(A, z))),
  };
}

function primalCertificate({ A, b }: ConicProgram, point: Point): Judged | null {
  const z = over(point.z, -inner(b, point.z));
  const dualResidual = largest(timesTransposed(A, z));
  if (!(dualResidual <= CERTIFICATE_RESIDUAL)) return null;
  return { ...point, z, status: "primal_infeasible", objective: NaN, primalResidual: NaN, dualResidual };
}

function dualCertificate({ P, q, A }: ConicProgram, point: Point): Judged | null {
  const size = -inner(q, point.x);
  const x = over(point.x, size);
  const s = over(point.s, size);
  const primalResidual = largest(sum(times(A, x), s));
  const dualResidual = largest(timesUpper(P, x));
  if (!(Math.max(primalResidual, dualResidual) <= CERTIFICATE_RESIDUAL)) return null;
  return { ...point, x, s, status: "dual_infeasible", objective: NaN, primalResidual, dualResidual };
}

function times({ rows, columns, columnStart, rowIndex, values }: SparseMatrix, x: Float64Array): Float64Array {
  const product = new Float64Array(rows);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) product[rowIndex[k]] += values[k] * x[j];
  }
  return product;
}

function timesTransposed({ columns, columnStart, rowIndex, values }: SparseMatrix, y: Float64Array): Float64Array {
  const product = new Float64Array(columns);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) product[j] += values[k] * y[rowIndex[k]];
  }
  return product;
}

/** The product of a symmetric matrix, given by its upper triangle, with a vector. */
function timesUpper({ columns, columnStart, rowIndex, values }: SparseMatrix, x: Float64Array): Float64Array {
  const product = new Float64Array(columns);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) {
      const i = rowIndex[k];
      product[i] += values[k] * x[j];
      if (i !== j) product[j] += values[k] * x[i];
    }
  }
  return product;
}

function sum(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value + b[i]);
}

function over(a: Float64Array, divisor: number): Float64Array {
  return a.map((value) => value / divisor);
}

function inner(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i] * b[i];
  return total;
}

/** NaN where any entry is. */
function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}
