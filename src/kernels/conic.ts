import { __wbg_reset_state, initSync, memory_bytes, solve, type SolveStatus } from "../../solver/pkg/conic_solver.js";
import { DomainError } from "../domain/errors.ts";
import { Stopped } from "../domain/stopped.ts";
import { shouldStop } from "./stop_flag.ts";

/**
 * A matrix in compressed sparse column form: the row indices of column j are rowIndex[columnStart[j]] to
 * rowIndex[columnStart[j + 1] - 1], ascending.
 */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly columnStart: Uint32Array;
  readonly rowIndex: Uint32Array;
  readonly values: Float64Array;
}

/** Consecutive rows of a conic program that lie in one cone. */
export interface KernelCone {
  /** Number of the kind of cone in the solver. */
  readonly tag: number;
  readonly rows: number;
  /** Exponent of a power cone; number of rows of a cone of variable size. */
  readonly parameter: number;
}

/**
 * The conic program min ½x'Px + q'x subject to A x + s = b, with s in the product of the cones. P holds its upper
 * triangle.
 */
export interface ConicProgram {
  readonly P: SparseMatrix;
  readonly q: Float64Array;
  readonly A: SparseMatrix;
  readonly b: Float64Array;
  readonly cones: readonly KernelCone[];
}

export interface ConicOptions {
  /** Tolerance of the duality gap and of the residuals. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/**
 * The answer of Clarabel. `optimal` and `almost_optimal`: x, s and multipliers z in the dual cones with P x + q + A'z =
 * 0. `primal_infeasible`: a certificate z with A'z = 0 and b'z < 0. `dual_infeasible`: a ray x with P x = 0, q'x < 0
 * and -A x in the cones.
 */
export interface ConicPoint {
  readonly status:
    | "optimal"
    | "almost_optimal"
    | "primal_infeasible"
    | "dual_infeasible"
    | "iteration_limit"
    | "no_progress";
  readonly x: Float64Array;
  readonly z: Float64Array;
  readonly s: Float64Array;
  readonly iterations: number;
}

/**
 * Clarabel, an interior-point solver. `solve` throws `Stopped` if the stop flag is raised, a RangeError if the program
 * is invalid (a wrong length, a number that is NaN or beyond ±1e15, no variable, an entry of P below the diagonal), a
 * DomainError `out_of_memory`, and an Error if Clarabel fails. The next solve starts afresh after each.
 */
export interface ConicSolver {
  solve(program: ConicProgram, options: ConicOptions): ConicPoint;
}

/** Loads the conic solver of this thread. Needs read permission for `solver/pkg`. */
export function loadConicSolver(): ConicSolver {
  initSync({ module: new WebAssembly.Module(Deno.readFileSync(MODULE)) });
  return { solve: solveProgram };
}

const MODULE = new URL("../../solver/pkg/conic_solver_bg.wasm", import.meta.url);

/**
 * Largest memory that is kept after a solve. A wasm memory never shrinks, so that a larger one is released with its
 * instance.
 */
const RETAINED_BYTES = 512 * 1024 * 1024;
const OUT_OF_MEMORY = "The conic solver ran out of memory";

const STATUS: Readonly<Record<Exclude<SolveStatus, "CallbackTerminated">, ConicPoint["status"]>> = {
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

function solveProgram(program: ConicProgram, options: ConicOptions): ConicPoint {
  checkShapes(program);
  if (shouldStop()) throw new Stopped();
  const { status, x, z, s, iterations } = callSolver(program, options);
  if (status === "CallbackTerminated") throw new Stopped();
  return { status: STATUS[status], x, z, s, iterations };
}

function checkShapes({ P, q, A, b }: ConicProgram): void {
  if (P.rows !== q.length || P.columns !== q.length) {
    throw new RangeError(`P is ${P.rows} × ${P.columns}, but q has ${q.length} entries`);
  }
  if (A.rows !== b.length || A.columns !== q.length) {
    throw new RangeError(`A is ${A.rows} × ${A.columns}, but b has ${b.length} entries and q ${q.length}`);
  }
}

function callSolver(program: ConicProgram, options: ConicOptions): ReturnType<typeof solve> {
  const { P, q, A, b } = program;
  const cones = program.cones.filter(({ rows }) => rows !== 0);
  try {
    return solve(
      P.columnStart,
      P.rowIndex,
      P.values,
      q,
      A.columnStart,
      A.rowIndex,
      A.values,
      b,
      Uint8Array.from(cones, ({ tag }) => tag),
      Float64Array.from(cones, ({ parameter }) => parameter),
      options.tolerance,
      options.maxIterations,
      () => shouldStop() !== 0,
    );
  } catch (error) {
    __wbg_reset_state();
    if (error instanceof RangeError) throw error;
    if (isOutOfMemory(error)) {
      throw new DomainError(
        "out_of_memory",
        `A program of ${q.length} variables and ${b.length} rows does not fit in the memory of the conic solver; ask for fewer assets or a shorter history`,
      );
    }
    throw new Error("The conic solver failed", { cause: error });
  } finally {
    if (memory_bytes() > RETAINED_BYTES) __wbg_reset_state();
  }
}

/**
 * Whether an error means out of memory. A panic has this message; a bare trap comes from the allocation of the
 * arguments.
 */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message === OUT_OF_MEMORY ||
    error instanceof WebAssembly.RuntimeError && error.message === "unreachable";
}
