import type { Program } from "../program/program.ts";
import { type Budget, budgetsOf, leastUnder } from "./least_under_budget.ts";
import { equalitiesOf, least, type Limit, type Terms, termsOf } from "./row_terms.ts";
import { unitProgram } from "../program/unit_program.ts";

const known = new WeakMap<Program, Uint8Array>();

/**
 * Returns 1 for each linear inequality that other limits imply, 0 for all other rows. A row is implied by the bounds
 * alone, by the bounds and one sum of variables that another row limits, or by another row in the same direction that
 * is at least as tight. Examples are a cap above the budget and a group that may hold everything. A multiplier of 0 is
 * correct for implied rows. Source: Andersen and Andersen (1995), Presolving in linear programming, Mathematical
 * Programming 71. A homogenised program is judged with its scaling variable at 1.
 */
export function followingRows(program: Program): Uint8Array {
  const kept = known.get(program);
  if (kept !== undefined) return kept;
  const follows = new Uint8Array(program.rows.length);
  known.set(program, follows);
  const growing = unitProgram(program), rows = limitsOf(growing);
  if (rows.length === 0) return follows;
  const unit = withFixed(growing), limits = rows.map((row) => ({ row, terms: termsOf(unit, row) }));
  for (const row of repeating(limits)) follows[row] = 1;
  const budgets = budgetsOf(unit, limits.filter(({ row }) => follows[row] === 0));
  for (const { row, terms } of limits) {
    const isKeptBy = (budget: Budget): boolean =>
      budget.row !== row && follows[budget.row] === 0 && leastUnder(budget, unit, terms) >= 0;
    if (leastWithinBounds(unit, terms) >= 0 || budgets.some(isKeptBy)) follows[row] = 1;
  }
  return follows;
}

/**
 * Returns a program in which variables that one equality determines are fixed, repeatedly. Examples are weights held at
 * a value, and the last weight that the budget leaves.
 */
function withFixed(program: Program): Program {
  const lower = program.lower.slice(), upper = program.upper.slice(), fixed = { ...program, lower, upper };
  const equalities = equalitiesOf(program);
  for (let found = true; found;) {
    found = false;
    for (const row of equalities) {
      const { constant, column: [j, ...others], value: [by] } = termsOf(fixed, row);
      if (j === undefined || others.length > 0 || by === 0) continue;
      lower[j] = upper[j] = -constant / by;
      found = true;
    }
  }
  return fixed;
}

/**
 * Returns the rows whose coefficients are a positive multiple of those of a tighter row. Of equally tight rows all but
 * the first are returned.
 */
function repeating(limits: readonly Limit[]): number[] {
  const tightest = new Map<string, { readonly row: number; readonly constant: number }>(), repeated: number[] = [];
  for (const { row, terms } of limits) {
    const { name, constant } = directionOf(terms), same = tightest.get(name);
    if (same !== undefined) repeated.push(constant < same.constant ? same.row : row);
    if (same === undefined || constant < same.constant) tightest.set(name, { row, constant });
  }
  return repeated;
}

/** Returns the rows of linear inequalities that are not definitions. */
function limitsOf({ blocks }: Program): number[] {
  const limits: number[] = [];
  for (const { cone, isDefinition, firstRow, rows } of blocks) {
    if (!cone.isLinear || cone.isEquality || isDefinition) continue;
    for (let row = firstRow; row < firstRow + rows; row++) limits.push(row);
  }
  return limits;
}

function leastWithinBounds({ lower, upper }: Program, { constant, column, value }: Terms): number {
  return column.reduce((sum, j, k) => sum + least(value[k], lower[j], upper[j]), constant);
}

/**
 * Divides the terms by the absolute value of their first coefficient. Returns the coefficients as a key, and the
 * divided constant.
 */
function directionOf({ constant, column, value }: Terms): { readonly name: string; readonly constant: number } {
  const size = Math.abs(value[0] ?? 1);
  return { name: column.map((j, k) => `${j}:${value[k] / size}`).join(), constant: constant / size };
}
