import type { Program } from "../program/program.ts";
import { equalitiesOf, least, type Limit, type Terms, termsOf } from "./row_terms.ts";

/**
 * A row as a limit on a sum with positive coefficients, such as the budget of weights: Σ share[j] x[j] is equal to, at
 * most or at least `total`. The share of a variable outside the sum is 0.
 */
export interface Budget {
  readonly row: number;
  readonly relation: "equal" | "at_most" | "at_least";
  readonly total: number;
  readonly share: Float64Array;
  /** Σ share[j] x[j] with all variables at their lower or at their upper bounds. */
  readonly atLower: Readonly<Amount>;
  readonly atUpper: Readonly<Amount>;
}

/** A sum with infinite terms: the sum of the finite ones, and the number of the infinite ones times their sign. */
interface Amount {
  finite: number;
  infinite: number;
}

/**
 * The variables of a row with the same price: the coefficient in the row divided by the share in the budget. A
 * continuous knapsack fills them as one item. Its amounts are Σ share × bound over these variables.
 */
interface Item {
  readonly price: number;
  readonly atLower: Amount;
  readonly atUpper: Amount;
}

/**
 * Number of sums under which the least value of another row is computed, to drop the row if it holds there. The sums
 * with the most variables are taken.
 */
const MOST_BUDGETS = 4;

/** Returns sums of several variables with coefficients of one sign, from equalities and from limits. */
export function budgetsOf(program: Program, limits: readonly Limit[]): Budget[] {
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
 * Returns a lower bound of the terms, subject to the bounds and one budget. It is the Lagrangian bound with one
 * multiplier, the price of the budget at the optimum of the continuous knapsack (Dantzig 1957).
 */
export function leastUnder(budget: Budget, { lower, upper }: Program, { constant, column, value }: Terms): number {
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

/**
 * Returns the price of the item that uses up the budget, when items go from lower to upper bounds in the order of their
 * prices; 0 if none does.
 */
function priceUnder({ total, atLower }: Budget, items: readonly Item[]): number {
  const used = { ...atLower };
  for (const { price, atLower, atUpper } of items.toSorted((a, b) => a.price - b.price)) {
    used.finite += atUpper.finite - atLower.finite;
    used.infinite += atUpper.infinite - atLower.infinite;
    if (used.infinite > 0 || (used.infinite === 0 && used.finite >= total)) return price;
  }
  return 0;
}

/**
 * Returns the least cost of an item after the price of the budget is subtracted from its own; 0 if the difference is
 * rounding.
 */
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

/** Clips a price to the sign of a multiplier: at most 0 for an upper limit, at least 0 for a lower limit. */
function allowed({ relation }: Budget, price: number): number {
  if (relation === "at_most") return Math.min(price, 0);
  return relation === "at_least" ? Math.max(price, 0) : price;
}
