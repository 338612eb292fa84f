/**
 * Solves a small symmetric positive definite linear system by Cholesky factorisation. The matrix is stored by rows, n ×
 * n for n entries of `right`. Returns null if a pivot is not positive.
 */
export function solvePositive(matrix: Float64Array, right: Float64Array): Float64Array | null {
  const n = right.length;
  const lower = new Float64Array(n * n);
  const solution = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i * n + j];
      for (let k = 0; k < j; k++) rest -= lower[i * n + k] * lower[j * n + k];
      if (j < i) lower[i * n + j] = rest / lower[j * n + j];
      else if (rest > 0) lower[i * n + i] = Math.sqrt(rest);
      else return null;
    }
    let rest = right[i];
    for (let k = 0; k < i; k++) rest -= lower[i * n + k] * solution[k];
    solution[i] = rest / lower[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) solution[i] -= lower[k * n + i] * solution[k];
    solution[i] /= lower[i * n + i];
  }
  return solution;
}
