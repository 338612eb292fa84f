/**
 * Returns an upper trapezoidal R of at most n rows with R'R = S, the sample covariance of T rows of n returns. Applies
 * Householder reflections to the deviations from the mean over sqrt(T - 1). Golub, Van Loan (2013), Matrix
 * computations, 5.2. Entries within the rounding error of their column become 0.
 */
export function triangularFactor(returns: readonly (readonly number[])[]): number[][] {
  const rows = returns.length, columns = returns[0].length;
  const means = returns[0].map((_, j) => returns.reduce((sum, row) => sum + row[j] / rows, 0));
  const factor = returns.map((row) => row.map((entry, j) => (entry - means[j]) / Math.sqrt(rows - 1)));
  const steps = Math.min(rows, columns);
  for (let k = 0; k < steps; k++) reflect(factor, k);
  const rounding = roundingOf(returns);
  return factor.slice(0, steps).map((row) => row.map((entry, j) => Math.abs(entry) <= rounding[j] ? 0 : entry));
}

/** Returns a bound on the rounding error in each column's deviations from the mean, which are sums over all rows. */
export function roundingOf(returns: readonly (readonly number[])[]): number[] {
  const unit = (returns.length + 8) * Number.EPSILON;
  return returns[0].map((_, j) => unit * Math.max(...returns.map((row) => Math.abs(row[j]))));
}

/** Applies a Householder reflection that makes the entries of column k below row k of the matrix zero. */
function reflect(factor: number[][], k: number): void {
  const rows = factor.length, columns = factor[0].length;
  const vector = factor.map((row, i) => i < k ? 0 : row[k]);
  const norm = Math.hypot(...vector);
  if (norm === 0) return;
  vector[k] += vector[k] < 0 ? -norm : norm;
  const square = vector.reduce((sum, entry) => sum + entry * entry, 0);
  for (let j = k; j < columns; j++) {
    let sum = 0;
    for (let i = k; i < rows; i++) sum += vector[i] * factor[i][j];
    const by = 2 * sum / square;
    for (let i = k; i < rows; i++) factor[i][j] -= by * vector[i];
  }
  for (let i = k + 1; i < rows; i++) factor[i][k] = 0;
}
