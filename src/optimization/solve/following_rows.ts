import type { Program } from "../program/program.ts";
import { unitProgram } from "./unit_program.ts";

/** constant + Σ value[k] x[column[k]], a column once, each of which may move. */
interface Terms {
  readonly constant: number;
  readonly column: readonly number[];
  readonly value: readonly number[];
}

/** Σ share[j] x[j] against a total, of shares above 0. */
interface Budget {
  readonly row: number;
  readonly relation: "equal" | "at_most" | "at_least";
  readonly total: number;
  readonly share: ReadonlyMap<number, number>;
  /** What its variables come to at their bounds. */
  readonly atLower: Amount;
  readonly atUpper: Amount;
}

/** A sum of which some terms are infinite, all of one sign. */
interface Amount {
  readonly finite: number;
  readonly infinite: number;
}

/** What takes a share of a budget, of so much at the least and at the most, where it is worth its price. */
interface Item {
  readonly price: number;
  readonly atLower: Amount;
  readonly atUpper: Amount;
}

/** Sums that other rows are looked at under: those of the most variables. */
const MOST_BUDGETS = 4;

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
  const rows = limitsOf(program);
  if (rows.length === 0) return follows;
  const unit = withFixed(unitProgram(program)), isGrowing = new Set(limitsOf(unit));
  const limits = rows.filter((row) => isGrowing.has(row)).map((row) => ({ row, terms: termsOf(unit, row) }));
  for (const row of repeating(limits)) follows[row] = 1;
  const budgets = budgetsOf(unit, limits.filter(({ row }) => follows[row] === 0));
  for (const { row, terms } of limits) {
    const isKeptBy = (budget: Budget): boolean =>
      budget.row !== row && follows[budget.row] === 0 && leastUnder(budget, unit, terms) >= 0;
    if (leastWithinBounds(unit, terms) >= 0 || budgets.some(isKeptBy)) follows[row] = 1;
  }
  return follows;
}

/** A row with its terms. */
interface Limit {
  readonly row: number;
  readonly terms: Terms;
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

function equalitiesOf({ blocks }: Program): number[] {
  return blocks.flatMap(({ cone, isDefinition, firstRow, rows }) =>
    cone.isLinear && cone.isEquality && !isDefinition ? Array.from({ length: rows }, (_, i) => firstRow + i) : []
  );
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

function termsOf({ rows, lower, upper }: Program, row: number): Terms {
  const values = new Map<number, number>();
  let constant = rows.constant[row];
  rows.forEachTerm(row, (j, value) => {
    if (lower[j] === upper[j]) constant += value * lower[j];
    else values.set(j, (values.get(j) ?? 0) + value);
  });
  return { constant, column: [...values.keys()], value: [...values.values()] };
}

/** The least of what may move by a slope within bounds. */
function least(slope: number, lower: number, upper: number): number {
  return slope === 0 ? 0 : slope * (slope > 0 ? lower : upper);
}

function leastWithinBounds({ lower, upper }: Program, { constant, column, value }: Terms): number {
  return column.reduce((sum, j, k) => sum + least(value[k], lower[j], upper[j]), constant);
}

/** Sums of several variables, of equalities and of limits. */
function budgetsOf(program: Program, limits: readonly Limit[]): Budget[] {
  const equalities = equalitiesOf(program).map((row) => ({ row, terms: termsOf(program, row), isEquality: true }));
  return [...equalities, ...limits.map((limit) => ({ ...limit, isEquality: false }))]
    .filter(({ terms: { column, value } }) => column.length > 1 && value.every((one) => one * value[0] > 0))
    .sort((a, b) => b.terms.column.length - a.terms.column.length)
    .slice(0, MOST_BUDGETS)
    .map((sum) => budgetOf(program, sum));
}

function budgetOf(
  { lower, upper }: Program,
  { row, terms, isEquality }: Limit & { readonly isEquality: boolean },
): Budget {
  const { constant, column, value } = terms, sign = Math.sign(value[0]);
  const total = (bounds: Float64Array): Amount =>
    column.reduce((sum, j, k) => less(sum, amountOf(-Math.abs(value[k]) * bounds[j])), amountOf(0));
  return {
    row,
    relation: isEquality ? "equal" : sign > 0 ? "at_least" : "at_most",
    total: -sign * constant,
    share: new Map(column.map((j, k) => [j, Math.abs(value[k])])),
    atLower: total(lower),
    atUpper: total(upper),
  };
}

/**
 * At most the least of the terms within bounds and a budget, by one price on the budget: the one at which what the
 * terms would rather have costs as much as it is worth, as in a continuous knapsack (Dantzig 1957).
 */
function leastUnder(budget: Budget, { lower, upper }: Program, { constant, column, value }: Terms): number {
  let rest = { atLower: budget.atLower, atUpper: budget.atUpper };
  const items = column.flatMap((j, k): Item[] => {
    const share = budget.share.get(j);
    if (share === undefined) return [];
    const atLower = amountOf(share * lower[j]), atUpper = amountOf(share * upper[j]);
    rest = { atLower: less(rest.atLower, atLower), atUpper: less(rest.atUpper, atUpper) };
    return [{ price: value[k] / share, atLower, atUpper }];
  });
  items.push({ price: 0, ...rest });
  const price = allowed(budget, priceUnder(budget, items));
  let sum = constant + price * budget.total;
  for (const item of items) sum += costAt(price, item);
  column.forEach((j, k) => {
    if (!budget.share.has(j)) sum += least(value[k], lower[j], upper[j]);
  });
  return Number.isNaN(sum) ? -Infinity : sum;
}

/** The price at which items, taken from the least to the most of them in turn, use up the budget. */
function priceUnder({ total, atLower }: Budget, items: readonly Item[]): number {
  let used = atLower;
  for (const { price, atLower, atUpper } of items.toSorted((a, b) => a.price - b.price)) {
    used = less(used, less(atLower, atUpper));
    if (used.infinite > 0 || (used.infinite === 0 && used.finite >= total)) return price;
  }
  return 0;
}

/** What an item comes to at a price on the budget; nothing where what is left of its own is rounding. */
function costAt(price: number, { price: own, atLower, atUpper }: Item): number {
  const left = own - price;
  if (Math.abs(left) <= 4 * Number.EPSILON * Math.abs(own)) return 0;
  const { finite, infinite } = left > 0 ? atLower : atUpper;
  return left * (infinite === 0 ? finite : infinite * Infinity);
}

function amountOf(term: number): Amount {
  return Number.isFinite(term) ? { finite: term, infinite: 0 } : { finite: 0, infinite: Math.sign(term) };
}

function less(a: Amount, b: Amount): Amount {
  return { finite: a.finite - b.finite, infinite: a.infinite - b.infinite };
}

/** A limit on one side has no price on the other. */
function allowed({ relation }: Budget, price: number): number {
  if (relation === "at_most") return Math.min(price, 0);
  return relation === "at_least" ? Math.max(price, 0) : price;
}

/** Terms divided by the size of their first coefficient: the direction as a name, and what it may come to. */
function directionOf({ constant, column, value }: Terms): { readonly name: string; readonly constant: number } {
  const size = Math.abs(value[0] ?? 1);
  return { name: column.map((j, k) => `${j}:${value[k] / size}`).join(), constant: constant / size };
}
