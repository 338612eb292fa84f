import type { Layout } from "./layout.ts";
import { textOf } from "./line_content.ts";
import { zerodhaLine } from "./zerodha_line.ts";

/** The sheet "Combined" of Zerodha Console, which has the lines of the two others again: only funds have a type. */
export const zerodhaCombined: Layout = {
  brokerage: "zerodha",
  kind: "stocks and funds",
  header: ["symbol", "isin", "sector", "instrument type", "quantity available", "previous closing price"],
  lineOf: (cells) => zerodhaLine(textOf(cells, "instrument type") === null ? "stock" : "fund", cells),
};
