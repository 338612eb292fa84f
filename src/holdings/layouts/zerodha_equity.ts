import type { Layout } from "./layout.ts";
import { zerodhaLine } from "./zerodha_line.ts";

/** Layout of the sheet "Equity" of Zerodha Console. */
export const zerodhaEquity: Layout = {
  brokerage: "zerodha",
  kind: "stocks",
  header: ["symbol", "isin", "sector", "quantity available", "previous closing price"],
  lineOf: (cells) => zerodhaLine("stock", cells),
};
