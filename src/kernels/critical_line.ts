import { CriticalLineArguments, Status } from "../../wasm/build/core_interface.ts";
import type { Matrix } from "../domain/matrix.ts";
import { type Arena, checkStatus, type CoreExports, type CoreInstance } from "./core_instance.ts";

/**
 * The parametric program min ½w'Pw - price m'w subject to A w ≥ limits, with the first `equalities` rows as equalities,
 * and lower ≤ w ≤ upper, for every price ≥ 0. P is n × n, symmetric and positive semidefinite, `means` is m.
 */
export interface CriticalLineProgram {
  readonly P: Matrix;
  readonly means: Float64Array;
  readonly A: Matrix;
  readonly limits: Float64Array;
  readonly equalities: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * An optimal point w of a `CriticalLineProgram` at a price, with the multipliers y of its rows: P w - price m - A'y is
 * 0 for weights between their bounds, and y ≥ 0 for inequalities.
 */
export interface LinePoint {
  readonly price: number;
  readonly w: Float64Array;
  readonly y: Float64Array;
}

/**
 * An optimal point with its active set: -1, 1 or 0 for each weight at its lower bound, at its upper bound, or between,
 * and 1 for each active row.
 */
export interface LineStart extends LinePoint {
  readonly bounds: Int8Array;
  readonly rows: Int8Array;
}

/**
 * The corners after a start, without the start itself, and how the critical line ends. Between two corners w and y are
 * linear in the price. If w stays unchanged over a range of prices, its corner appears at both ends of the range.
 */
export interface CriticalLineAnswer {
  readonly corners: readonly LinePoint[];
  /** The start, with its free weights recomputed from its active set. */
  readonly start: LinePoint;
  /**
   * `reached`: a price of 0, or one beyond which the point does not move. `unbounded`: the point moves for ever.
   * `unfinished`: the core stopped before an end.
   */
  readonly end: "reached" | "unbounded" | "unfinished";
  /**
   * Number of active rows of the start that depend on other rows or contain no free weight. If it is not 0, the active
   * set of the start may be wrong.
   */
  readonly refusedRows: number;
  /** Number of changes of the active set. */
  readonly iterations: number;
}

/**
 * Follows the optimal points from a start towards higher prices or towards a price of 0. Throws a RangeError if sizes
 * disagree.
 */
export function followCriticalLine(
  instance: CoreInstance,
  program: CriticalLineProgram,
  { start, direction }: { readonly start: LineStart; readonly direction: "up" | "down" },
): CriticalLineAnswer {
  checkSizes(program, start);
  return instance.run((core, arena) => follow(core, arena, { program, start, direction }));
}

function follow(
  core: CoreExports,
  arena: Arena,
  { program, start, direction }: { program: CriticalLineProgram; start: LineStart; direction: "up" | "down" },
): CriticalLineAnswer {
  const { P, means, A, limits, equalities, lower, upper } = program;
  const n = means.length, rows = limits.length;
  const [w, y] = [arena.doubles(start.w), arena.doubles(start.y)];
  const given = arena.struct(CriticalLineArguments, {
    variables: n,
    P: arena.doubles(P.data),
    means: arena.doubles(means),
    lower: arena.doubles(lower),
    upper: arena.doubles(upper),
    rows,
    equalities,
    A: arena.doubles(A.data),
    limits: arena.doubles(limits),
    states: arena.integers(Int32Array.from([...start.bounds, ...start.rows])),
    w,
    y,
    price: start.price,
    direction: direction === "up" ? 1 : -1,
    isEnd: 0,
    steps: 0,
    refusedRows: 0,
  });
  const corners: LinePoint[] = [];
  const field = (name: "price" | "isEnd" | "steps" | "refusedRows"): number =>
    arena.field(CriticalLineArguments, given, name);
  const point = (): LinePoint => ({
    price: field("price"),
    w: arena.readDoubles(w, n),
    y: arena.readDoubles(y, rows),
  });
  let status = checkStatus(core.criticalLineBegin(given)), isEnd = false;
  const settled = point();
  while (status === Status.DONE && !isEnd) {
    status = checkStatus(core.criticalLineAdvance(given));
    isEnd = field("isEnd") === 1;
    if (status === Status.DONE) corners.push(point());
  }
  const end = isEnd ? "reached" : status === Status.UNBOUNDED ? "unbounded" : "unfinished";
  return { corners, start: settled, end, refusedRows: field("refusedRows"), iterations: field("steps") };
}

function checkSizes({ P, means, A, limits, lower, upper }: CriticalLineProgram, start: LineStart): void {
  const n = means.length, rows = limits.length;
  const fits = [P.rows, P.columns, lower.length, upper.length, start.w.length, start.bounds.length];
  const hasRows = A.rows === rows && start.y.length === rows && start.rows.length === rows;
  if (!fits.every((size) => size === n) || (rows > 0 && A.columns !== n) || !hasRows) {
    throw new RangeError(`The sizes of a critical line of ${n} variables and ${rows} rows disagree`);
  }
}
