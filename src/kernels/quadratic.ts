import { BoxQuadraticArguments, QuadraticArguments, Status } from "../../wasm/build/core_interface.ts";
import { type Matrix, row } from "../domain/matrix.ts";
import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";
import {
  type CriticalLineAnswer,
  type CriticalLineProgram,
  followCriticalLine,
  type LineStart,
} from "./critical_line.ts";

/**
 * The quadratic program min ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u, lower ≤ x ≤ upper. P is symmetric, with both
 * triangles, and positive semidefinite. Limits may be infinite.
 */
export interface QuadraticProgram {
  readonly P: Matrix;
  readonly q: Float64Array;
  readonly A: Matrix;
  readonly b: Float64Array;
  readonly G: Matrix;
  readonly l: Float64Array;
  readonly u: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface QuadraticOptions {
  readonly warmStart?: ActiveSet;
  /** Tolerance of the residuals, relative to the size of their terms. */
  readonly tolerance: number;
}

/** State of each bound and each row of G: -1 at its lower limit, 1 at its upper limit, 0 inactive. */
export interface ActiveSet {
  readonly bounds: Int8Array;
  readonly rows: Int8Array;
}

/**
 * The answer to a quadratic program. `optimal`: P x + q + A'y + G'z + v = 0, where the multipliers z and v are positive
 * at an upper limit, negative at a lower one, and 0 between. `infeasible`: a certificate A'y + G'z + v = 0 with b'y +
 * Σ(u z⁺ - l z⁻) + Σ(upper v⁺ - lower v⁻) < 0. `unbounded`: x is a ray with P x = 0 and q'x < 0 that no limit stops.
 */
export interface QuadraticAnswer {
  readonly status: "optimal" | "infeasible" | "unbounded" | "iteration_limit";
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly v: Float64Array;
  readonly activeSet: ActiveSet;
  readonly iterations: number;
}

/** The program min ½x'Px + q'x subject to Σ x = budget and lower ≤ x ≤ upper. A budget of null means no such row. */
export interface BoxQuadraticProgram {
  readonly P: Matrix;
  readonly q: Float64Array;
  readonly budget: number | null;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface BoxQuadraticOptions {
  /** State of the bounds of each variable, as in `ActiveSet`. */
  readonly warmStart?: Int8Array;
  /** Tolerance of the reduced costs, relative to the size of the terms of the gradient. */
  readonly tolerance: number;
}

/**
 * The answer to a box quadratic program. `gradient` is P x + q at x, `sides` the states of the bounds as in
 * `ActiveSet`, and `multiplier` that of the budget. `direction` is a ray.
 */
export type BoxQuadraticAnswer =
  | {
    readonly status: "optimal" | "iteration_limit";
    readonly x: Float64Array;
    readonly gradient: Float64Array;
    readonly sides: Int32Array;
    readonly multiplier: number;
    readonly iterations: number;
  }
  | { readonly status: "unbounded"; readonly direction: Float64Array; readonly iterations: number }
  | { readonly status: "infeasible"; readonly iterations: number };

/**
 * Solves quadratic programs in the core. Each method makes one attempt; engines/solve_quadratic.ts adds others. Throws
 * a RangeError if sizes disagree.
 */
export class QuadraticSolver {
  readonly #instance: CoreInstance;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
  }

  /**
   * Solves a dense convex quadratic program from the active set of a warm start, or by an interior-point method. The
   * bounds hold exactly.
   */
  solve(program: QuadraticProgram, options: QuadraticOptions): QuadraticAnswer {
    checkSizes(program, options);
    return this.#instance.run((core, arena) => runGeneral(core, arena, { program, options }));
  }

  /**
   * Solves a program with only bounds and at most one equality, by a primal active-set method on the free variables.
   * The budget and the bounds hold up to rounding.
   */
  solveBox(program: BoxQuadraticProgram, options: BoxQuadraticOptions): BoxQuadraticAnswer {
    checkBoxSizes(program, options);
    return this.#instance.run((core, arena) => runBox(core, arena, { program, options }));
  }

  /**
   * Follows the optimal points from a start over all prices and returns the corners, by a parametric active-set method.
   */
  followCriticalLine(
    program: CriticalLineProgram,
    options: { readonly start: LineStart; readonly direction: "up" | "down" },
  ): CriticalLineAnswer {
    return followCriticalLine(this.#instance, program, options);
  }
}

const STATUS_NAMES: Readonly<Record<number, QuadraticAnswer["status"]>> = {
  [Status.DONE]: "optimal",
  [Status.NOT_CONVERGED]: "iteration_limit",
  [Status.INFEASIBLE]: "infeasible",
  [Status.UNBOUNDED]: "unbounded",
};

function runGeneral(
  core: CoreExports,
  arena: Arena,
  { program, options }: { program: QuadraticProgram; options: QuadraticOptions },
): QuadraticAnswer {
  const { P, q, A, b, G, l, u, lower, upper } = program;
  const { warmStart, tolerance } = options;
  const n = q.length;
  const answer = { x: arena.doubles(n), y: arena.doubles(A.rows + G.rows), v: arena.doubles(n) };
  const states = arena.integers(warmStart === undefined ? n + G.rows : joined(warmStart));
  const given = arena.struct(QuadraticArguments, {
    ...answer,
    variables: n,
    P: arena.doubles(P.data),
    q: arena.doubles(q),
    equalities: A.rows,
    A: arena.doubles(A.data),
    b: arena.doubles(b),
    inequalities: G.rows,
    G: arena.doubles(G.data),
    l: arena.doubles(l),
    u: arena.doubles(u),
    lower: arena.doubles(lower),
    upper: arena.doubles(upper),
    tolerance,
    isWarm: warmStart === undefined ? 0 : 1,
    states,
    iterations: 0,
  });
  const status = STATUS_NAMES[checkStatus(core.solveQuadratic(given))];
  const multipliers = arena.readDoubles(answer.y, A.rows + G.rows);
  const set = status === "optimal" || status === "iteration_limit"
    ? Int8Array.from(arena.readIntegers(states, n + G.rows))
    : new Int8Array(n + G.rows);
  return {
    status,
    x: arena.readDoubles(answer.x, n),
    y: multipliers.slice(0, A.rows),
    z: multipliers.slice(A.rows),
    v: arena.readDoubles(answer.v, n),
    activeSet: { bounds: set.slice(0, n), rows: set.slice(n) },
    iterations: arena.field(QuadraticArguments, given, "iterations"),
  };
}

function runBox(
  core: CoreExports,
  arena: Arena,
  { program, options }: { program: BoxQuadraticProgram; options: BoxQuadraticOptions },
): BoxQuadraticAnswer {
  const { P, q, budget, lower, upper } = program;
  const { warmStart, tolerance } = options;
  const n = q.length;
  const [x, gradient, requests] = [arena.doubles(n), arena.doubles(n), arena.integers(n)];
  const states = arena.integers(warmStart === undefined ? n : Int32Array.from(warmStart));
  const given = arena.struct(BoxQuadraticArguments, {
    variables: n,
    q: arena.doubles(q),
    lower: arena.doubles(lower),
    upper: arena.doubles(upper),
    diagonal: arena.doubles(diagonalOf(P)),
    hasBudget: budget === null ? 0 : 1,
    budget: budget ?? 0,
    tolerance,
    isWarm: warmStart === undefined ? 0 : 1,
    states,
    requests,
    requestCount: 0,
    x,
    gradient,
    multiplier: 0,
    iterations: 0,
  });
  checkStatus(core.boxQuadraticBegin(given));
  let code = core.boxQuadraticAdvance(given);
  for (; code === Status.NEEDS_ROWS; code = core.boxQuadraticAdvance(given)) {
    const wanted = arena.readIntegers(requests, arena.field(BoxQuadraticArguments, given, "requestCount"));
    if (wanted.length === n) core.boxQuadraticMatrix(arena.doubles(P.data));
    else for (const i of wanted) core.boxQuadraticRow(i, arena.doubles(row(P, i)));
  }
  const status = STATUS_NAMES[checkStatus(code)];
  const iterations = arena.field(BoxQuadraticArguments, given, "iterations");
  if (status === "infeasible") return { status, iterations };
  if (status === "unbounded") return { status, direction: arena.readDoubles(x, n), iterations };
  return {
    status,
    x: arena.readDoubles(x, n),
    gradient: arena.readDoubles(gradient, n),
    sides: arena.readIntegers(states, n),
    multiplier: arena.field(BoxQuadraticArguments, given, "multiplier"),
    iterations,
  };
}

function joined({ bounds, rows }: ActiveSet): Int32Array {
  const states = new Int32Array(bounds.length + rows.length);
  states.set(bounds);
  states.set(rows, bounds.length);
  return states;
}

function diagonalOf({ data, rows }: Matrix): Float64Array {
  const diagonal = new Float64Array(rows);
  for (let i = 0, at = 0; i < rows; i++, at += rows + 1) diagonal[i] = data[at];
  return diagonal;
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

function checkBoxSizes({ P, q, lower, upper }: BoxQuadraticProgram, { warmStart }: BoxQuadraticOptions): void {
  const n = q.length;
  if (P.rows !== n || P.columns !== n || lower.length !== n || upper.length !== n) {
    throw new RangeError(
      `A quadratic program of ${n} variables needs a ${n} × ${n} matrix and ${n} bounds on each side`,
    );
  }
  if (warmStart !== undefined && warmStart.length !== n) {
    throw new RangeError(`A warm start of ${n} variables needs ${n} bounds, got ${warmStart.length}`);
  }
}
