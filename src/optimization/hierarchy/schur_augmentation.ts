import { type Matrix, matrix, symmetricPart, transposed } from "../../domain/matrix.ts";
import type { LinearAlgebra } from "../../kernels/linear_algebra.ts";

/** What takes the place of the covariance of each half. */
export interface AugmentedHalves {
  readonly left: Matrix;
  readonly right: Matrix;
  /** Whether they differ from the halves as they were. */
  readonly areNew: boolean;
}

/**
 * The halves A, of the first `size` assets, and D of a covariance [A B; B' D], each with a share gamma of what the
 * other explains of it taken out: A becomes the symmetric part of (I - γ B D⁻¹ M')⁻¹ (A - γ B D⁻¹ B'), D likewise.
 * Halves stay as they are where one of them has one asset. Null where a matrix to be inverted is singular. Cotton
 * (2024), Schur complementary allocation, arXiv:2411.05807.
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
  /** The covariances of its assets with those of the other half. */
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
 * X M' for the symmetric step-up matrix M, rows × columns, which takes ones to ones: the identity of equal halves, else
 * the mean of the identities into which a row of means is put at each place, or the transpose of that, scaled.
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
