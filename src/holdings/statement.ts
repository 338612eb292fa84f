/** Brokerages whose statements can be read. */
export const BROKERAGES = ["zerodha", "groww"] as const;
export type Brokerage = typeof BROKERAGES[number];

/** Kind of a holding: a security traded on an exchange, or units of a mutual fund. */
export type HoldingKind = "stock" | "fund";

/** A line of a brokerage statement, with its original texts and its parsed figures. */
export interface StatementLine {
  readonly kind: HoldingKind;
  /** Name of the sheet that the statement line is on; null where all lines are on one sheet. */
  readonly sheet: string | null;
  /** Row number of the statement line on its sheet, from 1 as spreadsheet programs count. */
  readonly row: number;
  /** Exchange symbol of the holding; null where the statement has none. */
  readonly symbol: string | null;
  readonly isin: string | null;
  /** Name of the company or the fund scheme, or the symbol where the statement has no name. */
  readonly name: string;
  /** Name of the fund house; null where the statement does not say. */
  readonly amc: string | null;
  /** Total quantity owned of the holding, pledged or not; null where it cannot be read. */
  readonly quantity: number | null;
  /** Price of one share or fund unit, in rupees; null where the statement has none that can be read. */
  readonly price: number | null;
  /** Reason why the statement line cannot be a position, whatever its asset; null where the figures are usable. */
  readonly fault: string | null;
}

/** Contents of a brokerage statement: the brokerage and the lines of its holdings. */
export interface Statement {
  readonly brokerage: Brokerage;
  readonly lines: readonly StatementLine[];
}
