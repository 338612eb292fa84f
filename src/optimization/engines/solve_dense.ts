import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { ConicProgram, SparseMatrix } from "../../kernels/conic.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { QuadraticProgram, QuadraticSolver } from "../../kernels/quadratic.ts";
import type { Program } from "../program/program.ts";
import { type ReducedProgram, reduceProgram } from "../presolve/reduce_program.ts";
import type { Reduction } from "../presolve/reduction.ts";
import { gradientSize } from "../program/objective_scale.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import { Stack } from "../presolve/stack.ts";
import { solveQuadratic } from "./solve_quadratic.ts";

const solver = "core";

/**
 * Solves a reduction of linear rows by the dense quadratic solver of the core, whose answers are exactly at their
 * limits. Null if the reduction has curved cones, if its numbers of variables and rows are not `suited`, or if the
 * solver found no answer.
 */
export function solveDense(
  program: Program,
  { quadratic, linearAlgebra }: Kernels,
  reduction: Reduction,
  suited: (variables: number, rows: number) => boolean,
): ReducedAnswer | null {
  if (program.blocks.some(({ cone }) => !cone.isLinear)) return null;
  const { tied } = new Stack(program, reduction);
  if (!suited(countOf(reduction.free) - tied, countOf(reduction.rows) - tied)) return null;
  const objectiveScale = 1 / gradientSize(program);
  const reduced = reduceProgram(program, reduction, { linearAlgebra, objectiveScale, bounds: false });
  const { conic, contradiction } = reduced;
  if (contradiction !== null || conic.q.length === 0) return null;
  const { status, x, y, z, iterations } = solveQuadratic(quadratic, denseForm(reduced));
  const multipliers = Float64Array.from([...y, ...z]);
  switch (status) {
    case "optimal":
      if (![...x, ...multipliers].every(Number.isFinite)) return null;
      return { status: "solved", point: reduced.expand(x, multipliers), solver, iterations };
    case "infeasible":
      return { status: "infeasible", multipliers: reduced.expandProof(multipliers), solver, iterations };
    case "unbounded":
      return { status: "unbounded", solver, iterations };
    case "iteration_limit":
      return null;
  }
}

function countOf(flags: Uint8Array): number {
  return flags.reduce((count, flag) => flag === 0 ? count : count + 1, 0);
}

/**
 * Minimises a conic form whose rows are all equalities, by factoring its saddle-point system in the core and refining
 * the solution. z are the multipliers of the rows. Null if the tolerance was not reached.
 */
export function solveEqualities(
  quadratic: QuadraticSolver,
  { P, q, A, b }: ConicProgram,
  tolerance: number,
): { readonly x: Float64Array; readonly z: Float64Array; readonly iterations: number } | null {
  const n = q.length, none = new Float64Array(0);
  const program: QuadraticProgram = {
    P: symmetric(P),
    q,
    A: dense(A, 0, b.length),
    b,
    G: matrix(0, n),
    l: none,
    u: none,
    lower: new Float64Array(n).fill(-Infinity),
    upper: new Float64Array(n).fill(Infinity),
  };
  const { status, x, y, iterations } = quadratic.solve(program, { tolerance });
  return status === "optimal" && [...x, ...y].every(Number.isFinite) ? { x, z: y, iterations } : null;
}

/**
 * Returns the conic form as A x = b, G x ≤ u and bounds of x. x is a step from the origin of the reduction, so its
 * bounds are how far each variable may move.
 */
function denseForm({ conic, equalities, room }: ReducedProgram): QuadraticProgram {
  const { A, b, P, q } = conic;
  return {
    P: symmetric(P),
    q,
    A: dense(A, 0, equalities),
    b: b.subarray(0, equalities),
    G: dense(A, equalities, b.length),
    l: new Float64Array(b.length - equalities).fill(-Infinity),
    u: b.subarray(equalities),
    lower: room("lower").map((slack) => -slack),
    upper: room("upper"),
  };
}

/** Returns both triangles of a symmetric matrix that is given by its upper one. */
function symmetric({ columns: n, columnStart, rowIndex, values }: SparseMatrix): Matrix {
  const whole = matrix(n, n);
  for (let j = 0; j < n; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) {
      whole.data[rowIndex[k] * n + j] = whole.data[j * n + rowIndex[k]] = values[k];
    }
  }
  return whole;
}

/** Returns the rows `from` to `to` - 1 of a sparse matrix as a dense one. */
function dense({ columns, columnStart, rowIndex, values }: SparseMatrix, from: number, to: number): Matrix {
  const part = matrix(to - from, columns);
  for (let j = 0; j < columns; j++) {
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) {
      if (rowIndex[k] >= from && rowIndex[k] < to) part.data[(rowIndex[k] - from) * columns + j] = values[k];
    }
  }
  return part;
}
