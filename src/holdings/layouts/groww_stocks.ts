import { difference } from "./checks/difference.ts";
import { product } from "./checks/product.ts";
import { figureOf } from "./figures.ts";
import type { Layout } from "./layout.ts";
import { isinOf, lineContent, textOf } from "./line_content.ts";

/** Layout of Groww's stock statement, which has no exchange symbols. */
export const growwStocks: Layout = {
  brokerage: "groww",
  product: "Groww",
  kind: "stocks",
  header: ["stock name", "isin", "quantity", "closing price"],
  columns: [
    { word: "stock name", form: "text", meaning: "name" },
    { word: "isin", form: "isin", meaning: "isin" },
    { word: "quantity", form: "number", meaning: "quantity", isNeeded: true },
    { word: "average buy price", form: "number", meaning: null },
    { word: "buy value", form: "number", meaning: null },
    { word: "closing price", form: "number", meaning: "price", isNeeded: true },
    { word: "closing value", form: "number", meaning: null },
    { word: "unrealised p&l", also: ["unrealized p&l"], form: "number", meaning: null },
  ],
  checks: [
    product("quantity", "closing price", "closing value"),
    product("quantity", "average buy price", "buy value"),
    difference("closing value", "buy value", "unrealised p&l"),
  ],
  title: /^holdings statement for stocks/i,
  lineOf: (cells) =>
    lineContent({
      kind: "stock",
      name: textOf(cells, "stock name"),
      isin: isinOf(cells),
      quantities: [figureOf(cells("quantity"), "quantity")],
      price: figureOf(cells("closing price"), "price"),
    }),
};
