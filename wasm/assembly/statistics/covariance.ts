import { allocate } from "../memory";
import { syrk, syrkRows } from "../linear_algebra/syrk";
import { Status } from "../status";
import { means } from "./means";

/** Writes the cross product X'X of a row-major matrix X (T × n) to `out`. */
export function crossProduct(x: usize, T: i32, n: i32, out: usize): Status {
  return syrk(x, T, n, 0, 0, 1, out);
}

/**
 * Writes the weighted cross product Σ r_t² x_t x_t' over the rows x_t of X to `out`, where r are the square roots of
 * the weights.
 */
export function weightedCrossProduct(x: usize, T: i32, n: i32, rootWeights: usize, out: usize): Status {
  return syrk(x, T, n, 0, rootWeights, 1, out);
}

/**
 * Writes the covariance Σ (x_t - m)(x_t - m)' / (T - ddof) of the rows x_t of X to `out`. Computes the means m first,
 * then the products of the deviations.
 */
export function covariance(x: usize, T: i32, n: i32, ddof: i32, out: usize): Status {
  const m = allocate(<usize> n << 3), work = allocate(<usize> n << 3);
  if (m == 0 || work == 0) return Status.OUT_OF_MEMORY;
  means(x, T, n, 0, m, work);
  return syrk(x, T, n, m, 0, 1 / <f64> (T - ddof), out);
}

/**
 * Writes the rows from `first` to before `end` of the lower triangle of the covariance to `out`, end - first rows of
 * `end` columns, with the bits that `covariance` of ddof 1 gives them. `first` is a multiple of 4.
 */
export function covarianceRows(x: usize, T: i32, n: i32, first: i32, end: i32, out: usize): Status {
  const m = allocate(<usize> n << 3), work = allocate(<usize> n << 3);
  if (m == 0 || work == 0) return Status.OUT_OF_MEMORY;
  means(x, T, n, 0, m, work);
  return syrkRows(x, T, n, m, 1 / <f64> (T - 1), first, end, out);
}
