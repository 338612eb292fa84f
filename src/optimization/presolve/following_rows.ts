import type { Program } from "../program/program.ts";
import { unitProgram } from "../program/unit_program.ts";

/** constant + Σ value[k] x[column[k]], a column once, each of which may move. */
interface Terms {
  readonly constant: number;
  readonly column: readonly number[];
  readonly value: readonly number[];
}

/** Σ share[j] x[j] against a total, of shares above 0, 0 where a variable has none. */
interface Budget {
  readonly row: number;
  readonly relation: "equal" | "at_most" | "at_least";
  readonly total: number;
  readonly share: Float64Array;
  /** What its variables come to at their bounds. */
  readonly atLower: Readonly<Amount>;
  readonly atUpper: Readonly<Amount>;
}

/** A sum of which some terms are infinite, all of one sign. */
interface Amount {
  finite: number;
  infinite: number;
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
  const column: number[] = [], value: number[] = [];
  let constant = rows.constant[row];
  rows.forEachTerm(row, (j, by) => {
    if (lower[j] === upper[j]) constant += by * lower[j];
    else {
      column.push(j);
      value.push(by);
    }
  });
  return withColumnsOnce({ constant, column, value });
}

/** Terms in the order of their columns, those of one column summed. */
function withColumnsOnce(terms: Terms): Terms {
  const { constant, column, value } = terms;
  if (column.every((j, k) => k === 0 || column[k - 1] < j)) return terms;
  const sums = new Map<number, number>();
  column.forEach((j, k) => sums.set(j, (sums.get(j) ?? 0) + value[k]));
  const ascending = [...sums].sort(([a], [b]) => a - b);
  return { constant, column: ascending.map(([j]) => j), value: ascending.map(([, by]) => by) };
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
  { size, lower, upper }: Program,
  { row, terms, isEquality }: Limit & { readonly isEquality: boolean },
): Budget {
  const { constant, column, value } = terms, sign = Math.sign(value[0]), share = new Float64Array(size);
  const atLower = { finite: 0, infinite: 0 }, atUpper = { finite: 0, infinite: 0 };
  column.forEach((j, k) => {
    share[j] = Math.abs(value[k]);
    add(share[j] * lower[j], atLower);
    add(share[j] * upper[j], atUpper);
  });
  const relation = isEquality ? "equal" : sign > 0 ? "at_least" : "at_most";
  return { row, relation, total: -sign * constant, share, atLower, atUpper };
}

/**
 * At most the least of the terms within bounds and a budget, by one price on the budget: the one at which what the
 * terms would rather have costs as much as it is worth, as in a continuous knapsack (Dantzig 1957).
 */
function leastUnder(budget: Budget, { lower, upper }: Program, { constant, column, value }: Terms): number {
  const rest: Item = { price: 0, atLower: { ...budget.atLower }, atUpper: { ...budget.atUpper } };
  const byPrice = new Map<number, Item>();
  let sum = constant;
  for (let k = 0; k < column.length; k++) {
    const j = column[k], share = budget.share[j];
    if (share === 0) {
      sum += least(value[k], lower[j], upper[j]);
      continue;
    }
    const price = value[k] / share, item = byPrice.get(price) ?? emptyItem(price);
    byPrice.set(price, item);
    add(share * lower[j], item.atLower);
    add(share * upper[j], item.atUpper);
    add(-share * lower[j], rest.atLower);
    add(-share * upper[j], rest.atUpper);
  }
  const items = [...byPrice.values(), rest], price = allowed(budget, priceUnder(budget, items));
  sum += price * budget.total;
  for (const item of items) sum += costAt(price, item);
  return Number.isNaN(sum) ? -Infinity : sum;
}

function emptyItem(price: number): Item {
  return { price, atLower: { finite: 0, infinite: 0 }, atUpper: { finite: 0, infinite: 0 } };
}

/** The price at which items, taken from the least to the most of them in turn, use up the budget. */
function priceUnder({ total, atLower }: Budget, items: readonly Item[]): number {
  const used = { ...atLower };
  for (const { price, atLower, atUpper } of items.toSorted((a, b) => a.price - b.price)) {
    used.finite += atUpper.finite - atLower.finite;
    used.infinite += atUpper.infinite - atLower.infinite;
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

function add(term: number, to: Amount): void {
  if (Number.isFinite(term)) to.finite += term;
  else to.infinite += Math.sign(term);
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
