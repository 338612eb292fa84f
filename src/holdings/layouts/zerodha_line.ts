import type { HoldingKind } from "../statement.ts";
import { figureOf } from "./figures.ts";
import type { LineCells, LineContent } from "./layout.ts";
import { isinOf, lineContent, textOf } from "./line_content.ts";

/** Columns of what is pledged: one of old, two since. */
const PLEDGED = ["quantity pledged", "quantity pledged (margin)", "quantity pledged (loan)"];

/**
 * A line of Zerodha Console. What is pledged is not among what is available; what is held for long is, and a
 * discrepancy is none of what is owned.
 */
export function zerodhaLine(kind: HoldingKind, cells: LineCells): LineContent {
  const symbol = textOf(cells, "symbol");
  return lineContent({
    kind,
    symbol: kind === "stock" ? symbol : null,
    name: symbol,
    isin: isinOf(cells),
    quantities: ["quantity available", ...PLEDGED].map((column) => figureOf(cells(column), "quantity")),
    price: figureOf(cells("previous closing price"), "price"),
  });
}
