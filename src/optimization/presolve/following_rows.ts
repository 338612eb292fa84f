import type { Program } from "../program/program.ts";
import { type Budget, budgetsOf, leastUnder } from "./least_under_budget.ts";
import { equalitiesOf, least, type Limit, type Terms, termsOf } from "./row_terms.ts";
import { unitProgram } from "../program/unit_program.ts";

const known = new WeakMap<Program, Uint8Array>();

/**
 * 1 for the rows of linear limits that follow from bounds, alone or with a sum of variables that another row limits: a
 * cap that the budget keeps, a group that may hold everything. So do those that repeat another row, or are wider than
 * it. Nothing that keeps the rest breaks them (Andersen and Andersen 1995, Presolving in linear programming,
 * Mathematical Programming 71), and a multiplier of 0 is right for them. Of a homogenised program, for a unit of its
 * scale.
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

/** A program whose variables that an equality alone sets are fixed: locks, and what a budget leaves to the last. */
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

/** Of rows in one direction all but the tightest, of those as tight the first. */
function repeating(limits: readonly Limit[]): number[] {
  const tightest = new Map<string, { readonly row: number; readonly constant: number }>(), repeated: number[] = [];
  for (const { row, terms } of limits) {
    const { name, constant } = directionOf(terms), same = tightest.get(name);
    if (same !== undefined) repeated.push(constant < same.constant ? same.row : row);
    if (same === undefined || constant < same.constant) tightest.set(name, { row, constant });
  }
  return repeated;
}

/** The rows of linear inequalities that are limits. */
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

/** Terms divided by the size of their first coefficient: the direction as a name, and what it may come to. */
function directionOf({ constant, column, value }: Terms): { readonly name: string; readonly constant: number } {
  const size = Math.abs(value[0] ?? 1);
  return { name: column.map((j, k) => `${j}:${value[k] / size}`).join(), constant: constant / size };
}
