import type { WrittenCell, WrittenSheet } from "./workbook_file.ts";

/** One line of a holdings statement that a test writes. */
export interface WrittenLine {
  readonly symbol?: string;
  readonly isin?: string;
  readonly quantity?: WrittenCell;
  readonly pledged?: WrittenCell;
  readonly price?: WrittenCell;
  readonly longTerm?: WrittenCell;
  readonly discrepant?: WrittenCell;
}

/** Column titles of the sheet "Equity" of Zerodha Console. The titles begin in column B. */
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

/** Number of the first data row in a sheet of Zerodha Console. */
export const FIRST_ROW = 24;

/** Test helper. Returns the sheet "Equity" of Zerodha Console with the given lines. */
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

/** Test helper. Returns the rows above the column titles in a sheet of Zerodha Console. */
export function preamble(title: string): readonly (readonly WrittenCell[])[] {
  const rows: WrittenCell[][] = Array.from({ length: FIRST_ROW - 2 }, () => []);
  rows[3] = [null, "View Zerodha's guide on using tax reports for filing."];
  rows[6] = [null, "Client ID", "AB1234"];
  rows[10] = [null, title];
  rows[12] = [null, "Summary"];
  rows[14] = [null, "Invested Value", 1_000];
  return rows;
}

/** Test helper. Returns a mutual fund statement of Groww in which every scheme is worth 10 rupees a unit. */
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
