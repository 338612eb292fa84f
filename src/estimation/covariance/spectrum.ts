import { DomainError } from "../../domain/errors.ts";
import type { AssetId } from "../../domain/asset.ts";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Eigen, LinearAlgebra } from "../../kernels/linear_algebra.ts";
import { SMALLEST_VARIANCE } from "./smallest_variance.ts";

/** Eigenvalues and eigenvectors of the correlations of the assets that have a variance. */
export interface Spectrum {
  /** Positions in the covariance matrix of the m assets that have a variance. */
  readonly places: readonly number[];
  /** Eigenvalues (ascending) and eigenvectors of the assets' correlations. */
  readonly eigen: Eigen;
}

/**
 * Largest variance of an asset that counts as nothing left when a common component is removed from the correlations, as
 * a fraction of its variance before. So small a rest is known to five digits at best, because eigenvectors have
 * rounding errors.
 */
const NOTHING_LEFT = 1e-10;

/** Decomposes the correlations of an n × n covariance matrix into eigenvalues and eigenvectors. */
export function spectrumOf({ rows: n, data }: Matrix, linearAlgebra: LinearAlgebra): Spectrum {
  const places = Array.from({ length: n }, (_, i) => i).filter((i) => data[i * n + i] >= SMALLEST_VARIANCE);
  const m = places.length;
  const correlations = matrix(m, m);
  places.forEach((from, i) => {
    for (let j = 0; j < i; j++) {
      const to = places[j];
      const correlation = data[from * n + to] / Math.sqrt(data[from * n + from]) / Math.sqrt(data[to * n + to]);
      correlations.data[i * m + j] = correlations.data[j * m + i] = correlation;
    }
    correlations.data[i * m + i] = 1;
  });
  return { places, eigen: linearAlgebra.eigen(correlations) };
}

/**
 * Returns Σ c_k v_k v_k' over the eigenvectors v_k (columns of an m × m matrix) from `first` on, with weights c_k of at
 * least 0. The result is a Gram matrix and so positive semidefinite.
 */
export function composed(
  vectors: Matrix,
  { weights, first }: { readonly weights: ArrayLike<number>; readonly first: number },
  linearAlgebra: LinearAlgebra,
): Matrix {
  const m = vectors.columns;
  if (weights.length === 0) return matrix(m, m);
  const roots = matrix(weights.length, m);
  for (let k = 0; k < weights.length; k++) {
    const root = Math.sqrt(weights[k]);
    for (let i = 0; i < m; i++) roots.data[k * m + i] = root * vectors.data[i * m + first + k];
  }
  return linearAlgebra.crossProduct(roots);
}

/**
 * Builds a covariance matrix with the variances of `sample` and with correlations from `changed`, scaled to ones on its
 * diagonal. Only assets with a variance are correlated. Throws `insufficient_history` if a diagonal entry of `changed`
 * is almost 0, because nothing of that asset is left to correlate.
 */
export function withCorrelations(
  sample: Matrix,
  { places, changed }: { readonly places: readonly number[]; readonly changed: Matrix },
  assets: readonly AssetId[],
): Matrix {
  const n = sample.rows, m = places.length;
  const covariance = matrix(n, n);
  const scales = places.map((place, i) => {
    const left = changed.data[i * m + i];
    if (left <= NOTHING_LEFT) throw nothingLeft(assets[place]);
    return Math.sqrt(sample.data[place * n + place] / left);
  });
  places.forEach((from, i) => {
    places.forEach((to, j) => covariance.data[from * n + to] = changed.data[i * m + j] * (scales[i] * scales[j]));
    covariance.data[from * n + from] = sample.data[from * n + from];
  });
  return covariance;
}

function nothingLeft(asset: AssetId): DomainError {
  return new DomainError(
    "insufficient_history",
    `Cannot estimate the correlations of "${asset}": its returns consist of nothing but the component that all assets share; ` +
      `leave the asset out or use another estimator of the covariance`,
  );
}
