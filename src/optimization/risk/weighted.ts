import { type Matrix, row } from "../../domain/matrix.ts";

/** Returns the sum factor · Σ_t shares[t] r_t for each asset, r_t the rows of T × n returns. */
export function weighted(returns: Matrix, shares: Float64Array, factor = 1): Float64Array {
  const sums = new Float64Array(returns.columns);
  shares.forEach((share, t) => {
    if (share === 0) return;
    const values = row(returns, t);
    for (let j = 0; j < sums.length; j++) sums[j] += factor * share * values[j];
  });
  return sums;
}
