import type { Program } from "../program/program.ts";
import { equalitiesOf, least, type Limit, type Terms, termsOf } from "./row_terms.ts";

/** Σ share[j] x[j] against a total, of shares above 0, 0 where a variable has none. */
export interface Budget {
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

/** Sums of several variables, of equalities and of limits. */
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
 * At most the least of the terms within bounds and a budget, by one price on the budget: the one at which what the
 * terms would rather have costs as much as it is worth, as in a continuous knapsack (Dantzig 1957).
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

/** The price as a budget may have it: at most 0 where the budget is an upper limit, at least 0 where a lower one. */
function allowed({ relation }: Budget, price: number): number {
  if (relation === "at_most") return Math.min(price, 0);
  return relation === "at_least" ? Math.max(price, 0) : price;
}
