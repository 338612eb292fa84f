import type { Matrix } from "../../domain/matrix.ts";
import { SMALLEST_VARIANCE } from "./smallest_variance.ts";

/**
 * Returns the volatilities of the assets: square roots of the diagonal of a covariance matrix; 0 for an asset without
 * variance.
 */
export function volatilitiesOf({ rows: n, data }: Matrix): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => {
    const variance = data[i * n + i];
    return variance >= SMALLEST_VARIANCE ? Math.sqrt(variance) : 0;
  });
}
