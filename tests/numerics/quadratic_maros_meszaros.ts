import { matrix } from "../../src/domain/matrix.ts";
import type { Matrix } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { solveQuadratic } from "../../src/optimization/engines/solve_quadratic.ts";
import type { SparseMatrix } from "../../src/kernels/conic.ts";
import type { QuadraticAnswer, QuadraticProgram, QuadraticSolver } from "../../src/kernels/quadratic.ts";
import {
  agreedMarosMeszaros,
  MAROS_MESZAROS_INFINITY,
  type MarosMeszarosProblem,
  readMarosMeszaros,
} from "../support/maros_meszaros.ts";

/**
 * Converts a Maros-Mészáros problem to a dense quadratic program. Rows with a single entry of 1 become bounds, rows
 * with l = u become equalities, and rows without a finite limit are omitted.
 */
export function quadraticForm(problem: MarosMeszarosProblem): QuadraticProgram {
  const { n, m, q, l, u } = problem;
  const all = dense(problem.A);
  const lower = new Float64Array(n).fill(-Infinity), upper = new Float64Array(n).fill(Infinity);
  const equalities: number[] = [], inequalities: number[] = [];
  for (let i = 0; i < m; i++) {
    const bound = boundOf(all, i);
    const [low, high] = [finite(l[i]), finite(u[i])];
    if (bound >= 0) {
      lower[bound] = Math.max(lower[bound], low);
      upper[bound] = Math.min(upper[bound], high);
    } else if (low === high) equalities.push(i);
    else if (low > -Infinity || high < Infinity) inequalities.push(i);
  }
  return {
    P: dense(problem.P),
    q,
    A: rowsOf(all, equalities),
    b: Float64Array.from(equalities, (i) => l[i]),
    G: rowsOf(all, inequalities),
    l: Float64Array.from(inequalities, (i) => finite(l[i])),
    u: Float64Array.from(inequalities, (i) => finite(u[i])),
    lower,
    upper,
  };
}

/** Returns the objective of a Maros-Mészáros program at a point x, including its constant. */
export function objectiveOf({ P, q, r }: MarosMeszarosProblem, x: Float64Array): number {
  const product = times(P, x);
  return x.reduce((sum, value, j) => sum + value * (0.5 * product[j] + q[j]), r);
}

/**
 * Returns the largest amount by which a point x violates a row l ≤ A x ≤ u of a program, divided by max(1, |limit|).
 */
export function violationOf({ A, l, u }: MarosMeszarosProblem, x: Float64Array): number {
  let worst = 0;
  times(A, x).forEach((value, i) => {
    if (finite(l[i]) > -Infinity) worst = Math.max(worst, (l[i] - value) / Math.max(1, Math.abs(l[i])));
    if (finite(u[i]) < Infinity) worst = Math.max(worst, (value - u[i]) / Math.max(1, Math.abs(u[i])));
  });
  return worst;
}

/**
 * Returns the difference between an objective and its reference, divided by the absolute value of the reference or by
 * 1, whichever is larger.
 */
export function difference(objective: number, reference: number): number {
  return Math.abs(objective - reference) / Math.max(1, Math.abs(reference));
}

function finite(limit: number): number {
  return Math.abs(limit) >= MAROS_MESZAROS_INFINITY ? Math.sign(limit) * Infinity : limit;
}

function dense({ rows, columns, columnStart, rowIndex, values }: SparseMatrix): Matrix {
  const full = matrix(rows, columns);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) full.data[rowIndex[k] * columns + j] = values[k];
  }
  return full;
}

function times({ rows, columns, columnStart, rowIndex, values }: SparseMatrix, x: Float64Array): Float64Array {
  const product = new Float64Array(rows);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) product[rowIndex[k]] += values[k] * x[j];
  }
  return product;
}

/**
 * Returns the index of the only variable that row i of a matrix contains, if its coefficient is 1; otherwise -1. Such a
 * row is a bound of the variable.
 */
function boundOf({ data, columns }: Matrix, i: number): number {
  let only = -1;
  for (let j = 0; j < columns; j++) {
    const value = data[i * columns + j];
    if (value === 0) continue;
    if (only >= 0 || value !== 1) return -1;
    only = j;
  }
  return only;
}

function rowsOf({ data, columns }: Matrix, chosen: readonly number[]): Matrix {
  const taken = matrix(chosen.length, columns);
  chosen.forEach((i, at) => taken.data.set(data.subarray(i * columns, (i + 1) * columns), at * columns));
  return taken;
}

export interface TableRow {
  readonly name: string;
  readonly n: number;
  readonly m: number;
  readonly status: QuadraticAnswer["status"];
  readonly objective: number;
  readonly difference: number;
  readonly violation: number;
  readonly iterations: number;
  readonly ms: number;
}

/**
 * Solves the Maros-Mészáros problems on which two reference solvers agree. Returns one table row for each: its size,
 * the quadratic solver's answer, the difference from the reference objective, the largest violation of a row and the
 * time of one solve.
 */
export function marosMeszarosTable(quadratic: QuadraticSolver): TableRow[] {
  return agreedMarosMeszaros().map((reference) => {
    const problem = readMarosMeszaros(reference);
    const program = quadraticForm(problem);
    const start = performance.now();
    const { status, x, iterations } = solveQuadratic(quadratic, program);
    const ms = performance.now() - start;
    const objective = objectiveOf(problem, x);
    return {
      name: problem.name,
      n: problem.n,
      m: problem.m,
      status,
      objective,
      difference: difference(objective, reference.objective),
      violation: violationOf(problem, x),
      iterations,
      ms,
    };
  });
}

/** Prints a table of the quadratic solver's answers to the Maros-Mészáros problems, one line for each row. */
export function printMarosMeszarosTable(rows: readonly TableRow[]): void {
  // deno-lint-ignore no-console
  const print = (...cells: string[]) => console.log(cells.map((cell, i) => cell.padEnd(WIDTHS[i])).join(" ").trimEnd());
  print("problem", "n", "m", "status", "objective", "difference", "violation", "iterations", "ms");
  for (const row of rows) {
    print(
      row.name,
      String(row.n),
      String(row.m),
      row.status,
      row.objective.toPrecision(12),
      row.difference.toExponential(1),
      row.violation.toExponential(1),
      String(row.iterations),
      row.ms.toFixed(1),
    );
  }
}

const WIDTHS = [10, 6, 6, 16, 20, 11, 10, 11, 8];

if (import.meta.main) printMarosMeszarosTable(marosMeszarosTable((await loadKernels(null)).quadratic));
