import type { AssetId } from "../domain/asset.ts";
import type { Brokerage, ReadColumn } from "./statement.ts";

/** Total holding of one asset in a brokerage statement, matched to a listed asset. */
export interface Position {
  readonly asset: AssetId;
  /** Name of the held asset, as the market lists it. */
  readonly name: string;
  readonly isin: string | null;
  readonly quantity: number;
  /**
   * Price of one share or fund unit, in rupees; the mean by quantity where the statement lines of the asset have
   * different prices.
   */
  readonly price: number;
  readonly marketValue: number;
  /** Market value of the position divided by the total market value of all positions of its kind (stocks or funds). */
  readonly weight: number;
}

/** A line of a brokerage statement that could not be turned into a position, with the reason. */
export interface UnresolvedLine {
  readonly row: number;
  readonly name: string;
  readonly isin: string | null;
  readonly reason: string;
}

/**
 * Positions of a brokerage statement, matched to listed assets, the lines that could not be turned into positions, and
 * what the columns of the statement were read as.
 */
export interface Holdings {
  readonly brokerage: Brokerage;
  readonly stocks: readonly Position[];
  readonly funds: readonly Position[];
  readonly unresolved: readonly UnresolvedLine[];
  readonly columns: readonly ReadColumn[];
}
