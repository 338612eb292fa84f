import { difference } from "./checks/difference.ts";
import { gain } from "./checks/gain.ts";
import { percentage } from "./checks/percentage.ts";
import { product } from "./checks/product.ts";
import { figureOf } from "./figures.ts";
import type { Layout } from "./layout.ts";
import { lineContent, textOf } from "./line_content.ts";

/** Layout of the list of holdings of Zerodha Kite, which has trading symbols and no ISINs. */
export const zerodhaKite: Layout = {
  brokerage: "zerodha",
  product: "Zerodha Kite",
  kind: "stocks",
  header: ["instrument", "qty", "avg cost", "ltp"],
  columns: [
    { word: "instrument", form: "text", meaning: "symbol", isNeeded: true },
    { word: "qty", form: "number", meaning: "quantity", isNeeded: true },
    { word: "avg cost", form: "number", meaning: null },
    { word: "ltp", form: "number", meaning: "price", isNeeded: true },
    { word: "invested", form: "number", meaning: null },
    { word: "cur val", form: "number", meaning: null },
    { word: "p&l", form: "number", meaning: null },
    { word: "net chg", form: "percentage", meaning: null },
    { word: "day chg", form: "percentage", meaning: null },
  ],
  checks: [
    product("qty", "ltp", "cur val"),
    product("qty", "avg cost", "invested"),
    difference("cur val", "invested", "p&l"),
    percentage("ltp", "avg cost", "net chg"),
    gain({ quantity: "qty", beside: [], price: "ltp", average: "avg cost", profit: "p&l" }),
  ],
  title: null,
  without: ["exchange"],
  lineOf(cells) {
    const symbol = textOf(cells, "instrument");
    return lineContent({
      kind: "stock",
      symbol,
      name: symbol,
      quantities: [figureOf(cells("qty"), "quantity")],
      price: figureOf(cells("ltp"), "price"),
    });
  },
};
