import type { Layout } from "./layout.ts";
import { ZERODHA_CHECKS, zerodhaColumns } from "./zerodha_columns.ts";
import { zerodhaLine } from "./zerodha_line.ts";

/** Layout of the sheet "Mutual Funds" of Zerodha Console, whose symbols are the names of schemes. */
export const zerodhaMutualFunds: Layout = {
  brokerage: "zerodha",
  product: "Zerodha Console",
  kind: "funds",
  header: ["symbol", "isin", "instrument type", "quantity available", "previous closing price"],
  columns: zerodhaColumns([{ word: "instrument type", form: "text", meaning: null }], { hasLongTerm: false }),
  checks: ZERODHA_CHECKS,
  title: /^mutual funds( holdings statement|$)/i,
  lineOf: (cells) => zerodhaLine("fund", cells),
};
