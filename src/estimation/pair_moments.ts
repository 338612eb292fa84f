import { type Matrix, matrix, transposed } from "../domain/matrix.ts";
import type { LinearAlgebra } from "../kernels/linear_algebra.ts";

/** Returns the mean of each asset's own returns, in returns with NaN where an asset has none (T × n). */
export function ownMeans({ rows, columns, data }: Matrix): Float64Array {
  return Float64Array.from({ length: columns }, (_, j) => {
    // Sums of differences to the first return, so that equal returns have exactly that mean.
    let first = NaN, sum = 0, count = 0;
    for (let t = 0, at = j; t < rows; t++, at += columns) {
      if (Number.isNaN(data[at])) continue;
      if (count++ === 0) first = data[at];
      sum += data[at] - first;
    }
    return first + sum / count;
  });
}

/**
 * Returns the covariances (ddof 1) of pairs of assets, each over the returns that the two have in common, about the
 * means of those returns. They need not be positive semidefinite together.
 */
export function pairCovariance(returns: Matrix, linearAlgebra: LinearAlgebra): Matrix {
  const { rows, columns: n } = returns, means = ownMeans(returns);
  const centred = matrix(rows, n, returns.data.map((value, at) => Number.isNaN(value) ? 0 : value - means[at % n]));
  const present = presenceOf(returns);
  const products = linearAlgebra.crossProduct(centred).data, counts = linearAlgebra.crossProduct(present).data;
  // Entry (i, j) is the sum of the returns of asset i on the rows of asset j.
  const sums = linearAlgebra.multiply(transposed(centred), present).data;
  return matrix(
    n,
    n,
    products.map((product, at) => {
      const across = (at % n) * n + Math.floor(at / n);
      return (product - sums[at] * sums[across] / counts[at]) / (counts[at] - 1);
    }),
  );
}

/**
 * Returns the mean products of pairs of columns, each over the rows that the two have in common. Values are NaN where a
 * column has none.
 */
export function pairProducts(values: Matrix, linearAlgebra: LinearAlgebra): Matrix {
  const { rows, columns: n } = values;
  const known = matrix(rows, n, values.data.map((value) => Number.isNaN(value) ? 0 : value));
  const counts = linearAlgebra.crossProduct(presenceOf(values)).data;
  return matrix(n, n, linearAlgebra.crossProduct(known).data.map((product, at) => product / counts[at]));
}

/** 1 where a value is present, 0 where it is NaN. */
function presenceOf({ rows, columns, data }: Matrix): Matrix {
  return matrix(rows, columns, data.map((value) => Number.isNaN(value) ? 0 : 1));
}
