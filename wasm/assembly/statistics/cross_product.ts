import { syrk } from "../linear_algebra/syrk";
import { Status } from "../status";

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
