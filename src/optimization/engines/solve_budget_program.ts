import type { Matrix } from "../../domain/matrix.ts";
import { matrix } from "../../domain/matrix.ts";
import type { BoxQuadraticProgram, QuadraticSolver } from "../../kernels/quadratic.ts";
import type { Program } from "../program/program.ts";
import { followingRows } from "../presolve/following_rows.ts";
import { contradicted, judged, type ProgramAnswer, withoutPoint } from "../certify/program_answer.ts";
import { solveBoxQuadratic } from "./solve_box_quadratic.ts";

/**
 * Solves a program whose only row is at most one equality on the sum of all variables, beside bounds and the rows that
 * these imply. The active-set method of the core works on the few free variables. Null for any other program.
 */
export function solveBudgetProgram(program: Program, quadratic: QuadraticSolver): ProgramAnswer | null {
  const box = asBoxProgram(program);
  if (box === null) return null;
  const { status, x, y, iterations } = solveBoxQuadratic(quadratic, box.program);
  const solved = { solver: "core", iterations };
  if (status === "unbounded") return withoutPoint(status, solved.solver, iterations);
  const z = new Float64Array(program.rows.length);
  if (box.row !== null) z[box.row] = -y / box.coefficient;
  return status === "infeasible" ? contradicted(program, z, solved) : judged(program, { x, z }, solved);
}

interface BoxProgram {
  readonly program: BoxQuadraticProgram;
  readonly row: number | null;
  readonly coefficient: number;
}

/**
 * Returns the program as a `BoxQuadraticProgram`; null for any other program. The equality c Σ x = b gives the budget b
 * / c.
 */
function asBoxProgram(program: Program): BoxProgram | null {
  const { size, rows, blocks, quadratic, linear, lower, upper } = program;
  if (quadratic.length > 1 || size === 0 || blocks.some(({ cone }) => !cone.isLinear)) return null;
  const equalities = blocks.filter(({ cone }) => cone.isLinear && cone.isEquality);
  if (equalities.reduce((count, block) => count + block.rows, 0) > 1) return null;
  const row = equalities[0]?.firstRow ?? null;
  if (rows.length > (row === null ? 0 : 1)) {
    const follows = followingRows(program);
    if (!follows.every((one, i) => one === 1 || i === row)) return null;
  }
  const coefficient = row === null ? 1 : sumCoefficient(program, row);
  if (coefficient === null) return null;
  const P = wholeQuadratic(program), budget = row === null ? null : -rows.constant[row] / coefficient;
  return P && { program: { P, q: linear, budget, lower, upper }, row, coefficient };
}

/**
 * Returns the coefficient that every variable has in a row; null if the row is not a multiple of the sum of all
 * variables.
 */
function sumCoefficient({ size, rows }: Program, row: number): number | null {
  const coefficients = new Float64Array(size);
  rows.forEachTerm(row, (column, value) => coefficients[column] += value);
  const [first] = coefficients;
  return first !== 0 && coefficients.every((value) => value === first) ? first : null;
}

function wholeQuadratic({ size, quadratic: [term] }: Program): Matrix | null {
  if (term === undefined) return matrix(size, size);
  if (term.matrix === null || term.size !== size) return null;
  return term.factor === 1 ? term.matrix : matrix(size, size, term.matrix.data.map((entry) => entry * term.factor));
}
