/** Brokerages whose statements can be read. */
export const BROKERAGES = ["zerodha", "groww", "icici_direct"] as const;
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

/** What a column of a brokerage statement can be read as. */
export const COLUMN_MEANINGS = [
  "isin",
  "symbol",
  "name",
  "fund_house",
  "instrument_type",
  "quantity",
  "pledged_quantity",
  "price",
  "value",
] as const;
export type ColumnMeaning = typeof COLUMN_MEANINGS[number];

/**
 * How the meaning of a column is known: by its header; by the form of its cells; by figures of the same line that agree
 * (the quantity times the price is the value); or by its place among the other columns of the brokerage.
 */
export const WAYS_TO_KNOW = ["header", "form", "figures", "place"] as const;
export type WayToKnow = typeof WAYS_TO_KNOW[number];

/** A column of a brokerage statement, what it was read as, and how that is known. */
export interface ReadColumn {
  /** Name of the sheet that the column is on; null where the file has one sheet with holdings. */
  readonly sheet: string | null;
  /** Letters of the column, as spreadsheet programs name it. */
  readonly column: string;
  /** Text of its header cell; null where the header has none. */
  readonly header: string | null;
  /** What the column was read as; null where it has no known name and was not used. */
  readonly meaning: ColumnMeaning | null;
  /** How the meaning is known; null where the column was not used. */
  readonly knownBy: WayToKnow | null;
  /** One sentence that says what the column was taken for and why. */
  readonly detail: string;
}

/**
 * Contents of a brokerage statement: the brokerage, the lines of its holdings, and the columns that they were read
 * from.
 */
export interface Statement {
  readonly brokerage: Brokerage;
  readonly lines: readonly StatementLine[];
  readonly columns: readonly ReadColumn[];
}
