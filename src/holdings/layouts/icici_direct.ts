import { difference } from "./checks/difference.ts";
import { percentage } from "./checks/percentage.ts";
import { product } from "./checks/product.ts";
import { figureOf } from "./figures.ts";
import type { Layout } from "./layout.ts";
import { isinOf, lineContent, textOf } from "./line_content.ts";

/**
 * Layout of the portfolio of ICICI Direct. Its stock symbols are the brokerage's own codes, not those of an exchange,
 * so a line is known by its ISIN or else by the name of its company.
 */
export const iciciDirect: Layout = {
  brokerage: "icici_direct",
  product: "ICICI Direct",
  kind: "stocks",
  header: ["stock symbol", "company name", "isin code", "qty", "current market price"],
  columns: [
    { word: "stock symbol", form: "text", meaning: null },
    { word: "company name", form: "text", meaning: "name" },
    { word: "isin code", also: ["isin"], form: "isin", meaning: "isin" },
    { word: "qty", form: "number", meaning: "quantity", isNeeded: true },
    { word: "average cost price", form: "number", meaning: null },
    { word: "current market price", form: "number", meaning: "price", isNeeded: true },
    { word: "% change over prev close", form: "percentage", meaning: null },
    { word: "value at cost", form: "number", meaning: null },
    { word: "value at market price", form: "number", meaning: null },
    { word: "realized profit/loss", also: ["realized profit / loss"], form: "number", meaning: null },
    { word: "unrealized profit/loss", also: ["unrealized profit / loss"], form: "number", meaning: null },
    { word: "unrealized profit/loss %", also: ["unrealized profit / loss %"], form: "percentage", meaning: null },
  ],
  checks: [
    product("qty", "current market price", "value at market price"),
    product("qty", "average cost price", "value at cost"),
    difference("value at market price", "value at cost", "unrealized profit/loss"),
    percentage("current market price", "average cost price", "unrealized profit/loss %"),
  ],
  title: null,
  without: ["action", "transaction price"],
  lineOf: (cells) =>
    lineContent({
      kind: "stock",
      name: textOf(cells, "company name"),
      isin: isinOf(cells, "isin code"),
      quantities: [figureOf(cells("qty"), "quantity")],
      price: figureOf(cells("current market price"), "price"),
    }),
};
