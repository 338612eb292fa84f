import type { Layout } from "./layout.ts";
import { zerodhaLine } from "./zerodha_line.ts";

/** Layout of the sheet "Mutual Funds" of Zerodha Console, whose symbols are the names of schemes. */
export const zerodhaMutualFunds: Layout = {
  brokerage: "zerodha",
  kind: "funds",
  header: ["symbol", "isin", "instrument type", "quantity available", "previous closing price"],
  lineOf: (cells) => zerodhaLine("fund", cells),
};
