import type { HoldingKind } from "../statement.ts";
import { figureOf } from "./figures.ts";
import type { LineCells, LineContent } from "./layout.ts";
import { isinOf, lineContent, textOf } from "./line_content.ts";
import { PLEDGED } from "./zerodha_columns.ts";

/**
 * Parses a row of a Zerodha Console statement. The quantity is the available plus the pledged quantity. Two columns are
 * not added: long-term holdings, which are part of the available quantity, and discrepant quantities, which the
 * investor does not own.
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
