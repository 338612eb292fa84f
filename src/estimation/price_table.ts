import type { AssetId } from "../domain/asset.ts";
import type { Matrix } from "../domain/matrix.ts";

/**
 * Type of a table of prices or simple returns before alignment, with one row for each date and one column for each
 * asset.
 */
export interface PriceTable {
  /** Dates of the rows of the price table, as YYYY-MM-DD, strictly ascending. */
  readonly dates: readonly string[];
  readonly assets: readonly AssetId[];
  /** Matrix of prices or returns (dates × assets); NaN where missing. */
  readonly values: Matrix;
}
