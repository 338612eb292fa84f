import type { WrittenCell, WrittenSheet } from "./workbook_file.ts";

/** A line of a statement that is written for a test. */
export interface WrittenLine {
  readonly symbol?: string;
  readonly isin?: string;
  readonly quantity?: WrittenCell;
  readonly pledged?: WrittenCell;
  readonly price?: WrittenCell;
  readonly longTerm?: WrittenCell;
  readonly discrepant?: WrittenCell;
}

/** The header of the sheet "Equity" of Zerodha Console, which begins in column B. */
export const EQUITY_HEADER = [
  "Symbol",
  "ISIN",
  "Sector",
  "Quantity Available",
  "Quantity Discrepant",
  "Quantity Long Term",
  "Quantity Pledged (Margin)",
  "Quantity Pledged (Loan)",
  "Average Price",
  "Previous Closing Price",
  "Unrealized P&L",
  "Unrealized P&L Pct.",
] as const;

/** The row of the first line in a sheet of Zerodha Console. */
export const FIRST_ROW = 24;

/** The sheet "Equity" of Zerodha Console with these lines. */
export function equitySheet(lines: readonly WrittenLine[], name = "Equity"): WrittenSheet {
  return {
    name,
    dimension: "A1",
    rows: [
      ...preamble("Equity Holdings Statement as on 2026-05-04"),
      [null, ...EQUITY_HEADER],
      ...lines.map((
        { symbol = null, isin = null, quantity = 1, pledged = 0, price = 100, longTerm = 0, discrepant = 0 },
      ) => [null, symbol, isin, "SECTOR", quantity, discrepant, longTerm, pledged, 0, 90, price, 0, 0]),
    ],
  };
}

/** What stands above the header of a sheet of Zerodha Console. */
export function preamble(title: string): readonly (readonly WrittenCell[])[] {
  const rows: WrittenCell[][] = Array.from({ length: FIRST_ROW - 2 }, () => []);
  rows[3] = [null, "View Zerodha's guide on using tax reports for filing."];
  rows[6] = [null, "Client ID", "AB1234"];
  rows[10] = [null, title];
  rows[12] = [null, "Summary"];
  rows[14] = [null, "Invested Value", 1_000];
  return rows;
}

/** A statement of mutual funds of Groww, each scheme of which is worth 10 rupees a unit. */
export function growwFundSheet(
  schemes: readonly { readonly name: string; readonly amc: string; readonly units: number }[],
): WrittenSheet {
  return {
    name: "Sheet1",
    rows: [
      ["Personal Details"],
      ["HOLDINGS AS ON 2026-04-17"],
      ["Scheme Name", "AMC", "Category", "Folio No.", "Source", "Units", "Invested Value", "Current Value", "XIRR"],
      ...schemes.map(({ name, amc, units }) => [name, amc, "Equity", "1", "Groww", units, 1, 10 * units, "2.03%"]),
    ],
  };
}
