import type { AssetId } from "../domain/asset.ts";
import type { Matrix } from "../domain/matrix.ts";

/** A table of prices or simple returns before alignment, with one row for each date and one column for each asset. */
export interface PriceTable {
  /** Dates of the rows, as YYYY-MM-DD, strictly ascending. */
  readonly dates: readonly string[];
  readonly assets: readonly AssetId[];
  /** Prices or returns (dates × assets); NaN where missing. */
  readonly values: Matrix;
}
