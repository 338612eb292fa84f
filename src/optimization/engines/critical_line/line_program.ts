import { matrix } from "../../../domain/matrix.ts";
import type { CriticalLineProgram, LinePoint, LineStart } from "../../../kernels/critical_line.ts";
import type { Problem } from "../../problem.ts";
import { Affine, type Program } from "../../program/program.ts";
import { weightProgram } from "../../weights/weight_program.ts";
import type { Point } from "../../program/point.ts";
import { rowsAsBounds } from "../../presolve/rows_as_bounds.ts";

/**
 * The minimum of ½w'Sw - price m'w over weights w, for the covariance S and the expected returns m, under rules that
 * are linear in the weights: as a program, and in the form of the core.
 */
export interface LineProgram {
  /** The program at a price of 0. */
  readonly program: Program;
  readonly line: CriticalLineProgram;
  /** The row of the program for each row of the line. */
  readonly rows: Uint32Array;
}

/**
 * Returns the program of a problem; null if a rule is not linear in the weights, because the line is then not straight.
 */
export function lineProgram(problem: Problem): LineProgram | null {
  const { program: builder, weights } = weightProgram(problem);
  builder.minimizeQuadratic(weights, problem.covariance);
  const { program } = rowsAsBounds(builder.build());
  const n = weights.count;
  if (program.size !== n || program.blocks.some(({ cone }) => !cone.isLinear)) return null;
  const places = (isEquality: boolean): number[] =>
    program.blocks.filter(({ cone }) => cone.isLinear && cone.isEquality === isEquality)
      .flatMap(({ firstRow, rows }) => Array.from({ length: rows }, (_, i) => firstRow + i));
  const equalities = places(true), rows = Uint32Array.from([...equalities, ...places(false)]);
  const A = matrix(rows.length, n);
  rows.forEach((row, r) => program.rows.forEachTerm(row, (column, value) => A.data[r * n + column] += value));
  return {
    program,
    rows,
    line: {
      P: problem.covariance,
      means: problem.expectedReturns,
      A,
      limits: Float64Array.from(rows, (row) => -program.rows.constant[row]),
      equalities: equalities.length,
      lower: program.lower,
      upper: program.upper,
    },
  };
}

/** Returns the program of a critical line at a price, which is the factor on the expected return in the objective. */
export function programAt({ program, line }: LineProgram, price: number): Program {
  return { ...program, linear: line.means.map((mean) => -price * mean) };
}

/**
 * Returns an optimal point of the critical line as a point of the program, with the multipliers in the order of its
 * rows.
 */
export function pointOf({ program, rows }: LineProgram, { w, y }: LinePoint): Point {
  const z = new Float64Array(program.rows.length);
  rows.forEach((row, r) => z[row] = y[r]);
  return { x: w, z };
}

/**
 * Returns the program at a price with every bound, limit and cost moved by `share` times its own amount in [1, 2), so
 * that no two limits meet. Several active sets may hold an answer where limits meet; the active set of the loosened
 * answer is one of them.
 */
export function loosened(of: LineProgram, price: number, share: number): Program {
  const { program, line, rows } = of, { linear, lower, upper } = programAt(of, price);
  const n = linear.length, unit = line.P.data.reduce((sum, entry, k) => k % (n + 1) === 0 ? sum + entry : sum, 0) / n;
  const isFixed = lower.map((low, i) => low === upper[i] ? 1 : 0);
  const slack = new Float64Array(program.rows.length);
  rows.forEach((row, r) => slack[row] = r < line.equalities ? 0 : share * amount(n + r, 0));
  return {
    ...program,
    linear: linear.map((cost, i) => cost + share * unit * amount(i, 2)),
    lower: lower.map((low, i) => isFixed[i] ? low : low - share * amount(i, 0)),
    upper: upper.map((high, i) => isFixed[i] ? high : high + share * amount(i, 1)),
    rows: program.rows.plus(Affine.constants(slack)),
  };
}

/**
 * Returns a number in [1, 2) for the variable or row `e` and the one of its limits or costs with the number `which`. It
 * looks random, but is always the same.
 */
function amount(e: number, which: number): number {
  let mixed = Math.imul(3 * e + which, 0x9e3779b9) + 0x85ebca6b;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return 1 + ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/**
 * Returns a start from the optimal point of a program at a price, which may be loosened. Weights and rows within `near`
 * of a limit are active.
 */
export function startAt(
  { rows, line }: LineProgram,
  solved: Program,
  { x, z, price, near }: Point & { readonly price: number; readonly near: number },
): LineStart {
  const n = x.length, w = x.slice(), bounds = new Int8Array(n);
  for (let i = 0; i < n; i++) {
    if (x[i] - solved.lower[i] <= near) {
      bounds[i] = -1;
      w[i] = line.lower[i];
    } else if (solved.upper[i] - x[i] <= near) {
      bounds[i] = 1;
      w[i] = line.upper[i];
    }
  }
  const slack = solved.rows.evaluate(x);
  const isHeld = (row: number, r: number): boolean =>
    r < line.equalities || slack[row] <= near * (1 + Math.abs(line.limits[r]));
  const active = Int8Array.from(rows, (row, r) => isHeld(row, r) ? 1 : 0);
  const y = Float64Array.from(rows, (row, r) => active[r] === 1 ? z[row] : 0);
  return { price, w, y, bounds, rows: active };
}
