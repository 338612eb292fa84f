import type { Layout } from "./layout.ts";
import { ZERODHA_CHECKS, zerodhaColumns } from "./zerodha_columns.ts";
import { zerodhaLine } from "./zerodha_line.ts";

/** Layout of the sheet "Equity" of Zerodha Console. */
export const zerodhaEquity: Layout = {
  brokerage: "zerodha",
  product: "Zerodha Console",
  kind: "stocks",
  header: ["symbol", "isin", "sector", "quantity available", "previous closing price"],
  columns: zerodhaColumns([{ word: "sector", form: "text", meaning: null }], { hasLongTerm: true }),
  checks: ZERODHA_CHECKS,
  title: /^equity( holdings statement|$)/i,
  lineOf: (cells) => zerodhaLine("stock", cells),
};
