import type { Matrix } from "../../domain/matrix.ts";
import { matrix } from "../../domain/matrix.ts";
import type { BoxQuadraticProgram, QuadraticSolver } from "../../kernels/quadratic.ts";
import type { Program } from "../program/program.ts";
import { contradicted, judged, type ProgramAnswer, withoutPoint } from "./program_answer.ts";
import { solveBoxQuadratic } from "./solve_box_quadratic.ts";

/**
 * Solves a program of at most one row, the sum of its variables, and bounds by the active set of the core, which works
 * on the few free variables. Null where the program is another.
 */
export function solveBudgetProgram(program: Program, quadratic: QuadraticSolver): ProgramAnswer | null {
  const box = asBoxProgram(program);
  if (box === null) return null;
  const { status, x, y, iterations } = solveBoxQuadratic(quadratic, box.program);
  const solved = { solver: "core", iterations };
  if (status === "unbounded") return withoutPoint(status, solved.solver, iterations);
  const z = new Float64Array(program.rows.length).fill(-y / box.coefficient);
  return status === "infeasible" ? contradicted(program, z, solved) : judged(program, { x, z }, solved);
}

/** The program with the budget of its row divided by the coefficient that the row's variables have. */
function asBoxProgram(program: Program): { program: BoxQuadraticProgram; coefficient: number } | null {
  const { size, rows, blocks, quadratic } = program;
  if (quadratic.length > 1 || rows.length > 1 || size === 0) return null;
  const coefficient = rows.length === 1 ? sumCoefficient(program) : 1;
  if (coefficient === null || !blocks.every(({ cone }) => cone.isLinear && cone.isEquality)) return null;
  const P = wholeQuadratic(program);
  if (P === null) return null;
  const budget = rows.length === 0 ? null : -rows.constant[0] / coefficient;
  return { program: { P, q: program.linear, budget, lower: program.lower, upper: program.upper }, coefficient };
}

/** The coefficient that every variable has in the only row; null where the row is not a multiple of the sum. */
function sumCoefficient({ size, rows }: Program): number | null {
  const coefficients = new Float64Array(size);
  rows.forEachTerm(0, (column, value) => coefficients[column] += value);
  const [first] = coefficients;
  return first !== 0 && coefficients.every((value) => value === first) ? first : null;
}

function wholeQuadratic({ size, quadratic: [term] }: Program): Matrix | null {
  if (term === undefined) return matrix(size, size);
  if (term.matrix === null || term.size !== size) return null;
  return term.factor === 1 ? term.matrix : matrix(size, size, term.matrix.data.map((entry) => entry * term.factor));
}
