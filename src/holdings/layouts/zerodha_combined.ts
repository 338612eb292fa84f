import type { Layout } from "./layout.ts";
import { textOf } from "./line_content.ts";
import { ZERODHA_CHECKS, zerodhaColumns } from "./zerodha_columns.ts";
import { zerodhaLine } from "./zerodha_line.ts";

/**
 * Layout of the sheet "Combined" of Zerodha Console, which repeats the lines of the sheets "Equity" and "Mutual Funds".
 * Only the funds on it have an instrument type.
 */
export const zerodhaCombined: Layout = {
  brokerage: "zerodha",
  product: "Zerodha Console",
  kind: "stocks and funds",
  header: ["symbol", "isin", "sector", "instrument type", "quantity available", "previous closing price"],
  columns: zerodhaColumns([{ word: "sector", form: "text", meaning: null }, {
    word: "instrument type",
    form: "text",
    meaning: "instrument_type",
    isNeeded: true,
  }], { hasLongTerm: true }),
  checks: ZERODHA_CHECKS,
  title: /^combined( holdings statement|$)/i,
  lineOf: (cells) => zerodhaLine(textOf(cells, "instrument type") === null ? "stock" : "fund", cells),
};
