import { figureOf } from "./figures.ts";
import type { Layout } from "./layout.ts";
import { isinOf, lineContent, textOf } from "./line_content.ts";

/** Layout of Groww's stock statement, which has no exchange symbols. */
export const growwStocks: Layout = {
  brokerage: "groww",
  kind: "stocks",
  header: ["stock name", "isin", "quantity", "closing price"],
  lineOf: (cells) =>
    lineContent({
      kind: "stock",
      name: textOf(cells, "stock name"),
      isin: isinOf(cells),
      quantities: [figureOf(cells("quantity"), "quantity")],
      price: figureOf(cells("closing price"), "price"),
    }),
};
