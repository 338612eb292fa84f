import { type Matrix, matrix, symmetricPart, transposed } from "../../domain/matrix.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";

/** The matrices that replace the covariances of the two halves. */
export interface AugmentedHalves {
  readonly left: Matrix;
  readonly right: Matrix;
  /** Whether they differ from the covariances. */
  readonly areNew: boolean;
}

/**
 * Augments the blocks A, of the first `size` assets, and D of a covariance [A B; B' D]. Each loses a share gamma of the
 * part that the other half explains: A becomes the symmetric part of (I - γ B D⁻¹ M')⁻¹ (A - γ B D⁻¹ B'), with the
 * step-up matrix M of `steppedUp`, and D likewise. Both stay unchanged if gamma is 0 or a half has one asset. Returns
 * null if a matrix that must be inverted is singular. Cotton (2024), Schur complementary allocation, arXiv:2411.05807.
 */
export function augmented(
  covariance: Matrix,
  { size, gamma }: { readonly size: number; readonly gamma: number },
  linearAlgebra: LinearAlgebra,
): AugmentedHalves | null {
  const n = covariance.rows;
  const left = blockOf(covariance, [0, size], [0, size]), right = blockOf(covariance, [size, n], [size, n]);
  if (gamma === 0 || left.rows <= 1 || right.rows <= 1) return { left, right, areNew: false };
  const across = blockOf(covariance, [0, size], [size, n]), back = blockOf(covariance, [size, n], [0, size]);
  const newLeft = augmentedHalf({ own: left, across, other: right, gamma }, linearAlgebra);
  const newRight = augmentedHalf({ own: right, across: back, other: left, gamma }, linearAlgebra);
  return newLeft === null || newRight === null ? null : { left: newLeft, right: newRight, areNew: true };
}

interface Half {
  readonly own: Matrix;
  /** Covariances of the half's assets (rows) with those of the other half (columns). */
  readonly across: Matrix;
  readonly other: Matrix;
  readonly gamma: number;
}

function augmentedHalf({ own, across, other, gamma }: Half, linearAlgebra: LinearAlgebra): Matrix | null {
  const solved = linearAlgebra.solve(other, transposed(across));
  if (solved === null) return null;
  const n = own.rows, explained = linearAlgebra.multiply(across, solved);
  const rest = matrix(n, n, own.data.map((entry, k) => entry - gamma * explained.data[k]));
  const stepped = steppedUp(transposed(solved), n);
  const factor = matrix(n, n, stepped.data.map((entry, k) => (k % (n + 1) === 0 ? 1 : 0) - gamma * entry));
  const half = linearAlgebra.solve(factor, rest);
  return half && symmetricPart(half);
}

/**
 * Returns X M', rows × n for n columns of X, for the symmetric step-up matrix M of Cotton (2024), which maps ones to
 * ones. M is the identity if rows = n. If rows > n it is a mean of matrices: the identity with a row of entries 1 / n
 * inserted, over all places of that row. If rows < n it is the transpose of such a mean, scaled.
 */
function steppedUp(x: Matrix, rows: number): Matrix {
  const n = x.columns;
  if (rows === n) return x;
  const product = matrix(x.rows, rows), isWider = rows > n;
  for (let r = 0; r < x.rows; r++) {
    const own = x.data.subarray(r * n, (r + 1) * n);
    const sum = own.reduce((total, entry) => total + entry, 0);
    for (let i = 0; i < rows; i++) {
      product.data[r * rows + i] = isWider
        ? ((rows - 1 - i) * (own[i] ?? 0) + sum / n + i * (own[i - 1] ?? 0)) / rows
        : ((n - 1 - i) * own[i] + sum / rows + (i + 1) * own[i + 1]) * rows / (n * n);
    }
  }
  return product;
}

function blockOf(
  of: Matrix,
  [firstRow, endRow]: readonly [number, number],
  [first, end]: readonly [number, number],
): Matrix {
  const block = matrix(endRow - firstRow, end - first);
  for (let i = 0; i < block.rows; i++) {
    const from = (firstRow + i) * of.columns;
    block.data.set(of.data.subarray(from + first, from + end), i * block.columns);
  }
  return block;
}
