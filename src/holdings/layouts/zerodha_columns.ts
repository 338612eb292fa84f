import { gain } from "./checks/gain.ts";
import { percentage } from "./checks/percentage.ts";
import type { Check } from "./checks/check.ts";
import type { LayoutColumn } from "./layout.ts";

/**
 * Names of the columns of pledged quantities: older exports of Zerodha Console have one of them, newer ones have two.
 */
export const PLEDGED = ["quantity pledged", "quantity pledged (margin)", "quantity pledged (loan)"] as const;
const [ONE_PLEDGED, PLEDGED_FOR_MARGIN, PLEDGED_FOR_LOAN] = PLEDGED;

/** Returns the columns of a sheet of Zerodha Console, in its order, from those after the ISIN to the last ones. */
export function zerodhaColumns(
  kinds: readonly LayoutColumn[],
  { hasLongTerm }: { readonly hasLongTerm: boolean },
): readonly LayoutColumn[] {
  return [
    { word: "symbol", form: "text", meaning: "symbol" },
    { word: "isin", form: "isin", meaning: "isin" },
    ...kinds,
    { word: "quantity available", form: "number", meaning: "quantity", isNeeded: true },
    { word: "quantity discrepant", form: "number", meaning: null },
    ...hasLongTerm ? [{ word: "quantity long term", form: "number", meaning: null } as const] : [],
    { word: ONE_PLEDGED, form: "number", meaning: "pledged_quantity", isFormer: true },
    { word: PLEDGED_FOR_MARGIN, form: "number", meaning: "pledged_quantity" },
    { word: PLEDGED_FOR_LOAN, form: "number", meaning: "pledged_quantity" },
    { word: "average price", form: "number", meaning: null },
    { word: "previous closing price", form: "number", meaning: "price", isNeeded: true },
    { word: "unrealized p&l", form: "number", meaning: null },
    { word: "unrealized p&l pct", also: ["unrealize p&l pct"], form: "percentage", meaning: null },
  ];
}

/** Arithmetic of the figures of a line of Zerodha Console. */
export const ZERODHA_CHECKS: readonly Check[] = [
  percentage("previous closing price", "average price", "unrealized p&l pct"),
  gain({
    quantity: "quantity available",
    beside: PLEDGED,
    price: "previous closing price",
    average: "average price",
    profit: "unrealized p&l",
  }),
];
