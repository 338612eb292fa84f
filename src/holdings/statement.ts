/** Brokerages whose statements are read. */
export const BROKERAGES = ["zerodha", "groww"] as const;
export type Brokerage = typeof BROKERAGES[number];

/** What a line holds: what is traded on an exchange, or units of a mutual fund. */
export type HoldingKind = "stock" | "fund";

/** A line of a statement, its texts as they stand there and its figures read. */
export interface StatementLine {
  readonly kind: HoldingKind;
  /** By its name; null where all lines are of one sheet. */
  readonly sheet: string | null;
  /** Of the sheet, as the programs that show it count: from 1. */
  readonly row: number;
  /** By which an exchange knows it; null where the statement has none. */
  readonly symbol: string | null;
  readonly isin: string | null;
  /** Of the company or the scheme, the symbol where the statement has no name. */
  readonly name: string;
  /** The fund house; null where the statement does not say. */
  readonly amc: string | null;
  /** All that is owned, pledged or not; null where it cannot be read. */
  readonly quantity: number | null;
  /** Rupees for one; null where there is none. */
  readonly price: number | null;
  /** Why it is no position, whatever it is of; null where that depends on what it is of. */
  readonly fault: string | null;
}

/** What a workbook says that somebody owns. */
export interface Statement {
  readonly brokerage: Brokerage;
  readonly lines: readonly StatementLine[];
}
