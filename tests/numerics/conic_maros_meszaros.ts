import {
  type ConicProgram,
  type ConicSolver,
  type KernelCone,
  loadConicSolver,
  type SparseMatrix,
} from "../../src/kernels/conic.ts";
import { zero } from "../../src/optimization/cones/zero.ts";
import { nonnegative } from "../../src/optimization/cones/nonnegative.ts";
import { type ConicAnswer, solveConic } from "../../src/optimization/engines/solve_conic.ts";
import {
  agreedMarosMeszaros,
  MAROS_MESZAROS_INFINITY,
  type MarosMeszarosProblem,
  readMarosMeszaros,
} from "../support/maros_meszaros.ts";

/**
 * Limits of at least this absolute value count as infinite. It lies a little below 1e20, the infinity of the
 * Maros-Mészáros files, because rounding left some infinite limits in the files below 1e20.
 */
const INFINITE = 0.99 * MAROS_MESZAROS_INFINITY;

/**
 * Converts a Maros-Mészáros problem to the form of the conic solver: the rows with l = u in a zero cone, then one row
 * in a non-negative cone for each finite limit of the other rows.
 */
export function conicForm({ P, q, A, l, u }: MarosMeszarosProblem): ConicProgram {
  const equalities: Row[] = [];
  const limits: Row[] = [];
  for (let of = 0; of < l.length; of++) {
    if (l[of] === u[of]) equalities.push({ of, sign: 1, limit: u[of] });
    else {
      if (u[of] < INFINITE) limits.push({ of, sign: 1, limit: u[of] });
      if (l[of] > -INFINITE) limits.push({ of, sign: -1, limit: -l[of] });
    }
  }
  const rows = [...equalities, ...limits];
  const cones: KernelCone[] = [zero.kernelCone(equalities.length), nonnegative.kernelCone(limits.length)];
  return { P: upperTriangle(P), q, A: taken(A, rows), b: Float64Array.from(rows, (row) => row.limit), cones };
}

/**
 * Returns the difference between an objective and its reference, divided by the absolute value of the reference or by
 * 1, whichever is larger.
 */
export function difference(objective: number, reference: number): number {
  return Math.abs(objective - reference) / Math.max(1, Math.abs(reference));
}

/** One row of a conic program: row number `of` of a constraint matrix multiplied by `sign`, with its upper limit. */
interface Row {
  readonly of: number;
  readonly sign: number;
  readonly limit: number;
}

interface Entry {
  readonly row: number;
  readonly value: number;
}

function taken(A: SparseMatrix, rows: readonly Row[]): SparseMatrix {
  const places = Array.from({ length: A.rows }, (): { row: number; sign: number }[] => []);
  rows.forEach(({ of, sign }, row) => places[of].push({ row, sign }));
  const columns = columnsOf(A).map((entries) =>
    entries
      .flatMap(({ row: of, value }) => places[of].map(({ row, sign }) => ({ row, value: sign * value })))
      .sort((a, b) => a.row - b.row)
  );
  return byColumns(rows.length, columns);
}

function upperTriangle(P: SparseMatrix): SparseMatrix {
  return byColumns(P.rows, columnsOf(P).map((entries, j) => entries.filter(({ row }) => row <= j)));
}

function columnsOf({ columns, columnStart, rowIndex, values }: SparseMatrix): Entry[][] {
  return Array.from(
    { length: columns },
    (_, j) =>
      Array.from({ length: columnStart[j + 1] - columnStart[j] }, (_, k) => {
        const at = columnStart[j] + k;
        return { row: rowIndex[at], value: values[at] };
      }),
  );
}

function byColumns(rows: number, columns: readonly Entry[][]): SparseMatrix {
  const columnStart = new Uint32Array(columns.length + 1);
  columns.forEach((entries, j) => columnStart[j + 1] = columnStart[j] + entries.length);
  const entries = columns.flat();
  return {
    rows,
    columns: columns.length,
    columnStart,
    rowIndex: Uint32Array.from(entries, ({ row }) => row),
    values: Float64Array.from(entries, ({ value }) => value),
  };
}

interface TableRow {
  readonly name: string;
  readonly n: number;
  readonly m: number;
  readonly status: ConicAnswer["status"];
  readonly objective: number;
  readonly difference: number;
  readonly iterations: number;
  readonly ms: number;
}

/**
 * Prints a table with one row for each Maros-Mészáros problem on which two reference solvers agree: its size, the conic
 * solver's answer, the difference from the reference objective and the time of one solve.
 */
export function printMarosMeszarosTable(): void {
  const solver = loadConicSolver();
  // deno-lint-ignore no-console
  const print = (...cells: string[]) => console.log(cells.map((cell, i) => cell.padEnd(WIDTHS[i])).join(" ").trimEnd());
  print("problem", "n", "m", "status", "objective", "difference", "iterations", "ms");
  for (const reference of agreedMarosMeszaros()) {
    const row = tableRow(solver, readMarosMeszaros(reference));
    print(
      row.name,
      String(row.n),
      String(row.m),
      row.status,
      row.objective.toPrecision(12),
      row.difference.toExponential(1),
      String(row.iterations),
      row.ms.toFixed(1),
    );
  }
}

const WIDTHS = [10, 6, 6, 18, 20, 11, 11, 8];

function tableRow(solver: ConicSolver, problem: MarosMeszarosProblem): TableRow {
  const { name, n, m, r, referenceObjective } = problem;
  const program = conicForm(problem);
  const start = performance.now();
  const answer = solveConic(solver, program);
  const ms = performance.now() - start;
  const objective = answer.objective + r;
  const { status, iterations } = answer;
  return { name, n, m, status, objective, difference: difference(objective, referenceObjective), iterations, ms };
}

if (import.meta.main) printMarosMeszarosTable();
