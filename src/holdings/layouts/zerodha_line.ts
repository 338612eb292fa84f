import type { HoldingKind } from "../statement.ts";
import { figureOf } from "./figures.ts";
import type { LineCells, LineContent } from "./layout.ts";
import { isinOf, lineContent, textOf } from "./line_content.ts";

/**
 * Names of the columns of pledged quantities: older exports of Zerodha Console have one of them, newer ones have two.
 */
const PLEDGED = ["quantity pledged", "quantity pledged (margin)", "quantity pledged (loan)"];

/**
 * Parses a row of a Zerodha Console statement. The quantity is what is available plus what is pledged; long-term
 * holdings are part of what is available, and discrepant quantities are not owned.
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
