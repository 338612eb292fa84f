import type { AssetId } from "../domain/asset.ts";
import type { Matrix } from "../domain/matrix.ts";

/** A history of prices, or of simple returns, as it came: a row a date, a column an asset. */
export interface PriceTable {
  /** YYYY-MM-DD, strictly ascending. */
  readonly dates: readonly string[];
  readonly assets: readonly AssetId[];
  /** Dates × assets; NaN where missing. */
  readonly values: Matrix;
}
