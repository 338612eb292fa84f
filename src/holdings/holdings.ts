import type { AssetId } from "../domain/asset.ts";
import type { Brokerage } from "./statement.ts";

/** All that is held of one asset. */
export interface Position {
  readonly asset: AssetId;
  /** As it is listed. */
  readonly name: string;
  readonly isin: string | null;
  readonly quantity: number;
  /** Rupees for one. */
  readonly price: number;
  readonly marketValue: number;
  /** Of the sum of all positions of its kind. */
  readonly weight: number;
}

/** A line that is no position, and why. */
export interface UnresolvedLine {
  readonly row: number;
  readonly name: string;
  readonly isin: string | null;
  readonly reason: string;
}

/** What a statement comes to on the markets. */
export interface Holdings {
  readonly brokerage: Brokerage;
  readonly stocks: readonly Position[];
  readonly funds: readonly Position[];
  readonly unresolved: readonly UnresolvedLine[];
}
