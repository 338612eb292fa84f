// Exponentially weighted means Σ w_t x_t and covariance Σ w_t (x_t - m)(x_t - m)', with weights decay^(T - 1 - t)
// scaled to sum to 1.
import { allocate, at } from "../memory";
import { syrk } from "../linear_algebra/syrk";
import { Status } from "../status";
import { means } from "./means";

/**
 * Computes the exponentially weighted means and covariance. X is row-major T × n with the newest row last; outMeans has
 * n doubles, out is n × n.
 */
export function exponentialMoments(x: usize, T: i32, n: i32, decay: f64, outMeans: usize, out: usize): Status {
  const weights = allocate(<usize> T << 3), work = allocate(<usize> n << 3);
  if (weights == 0 || work == 0) return Status.OUT_OF_MEMORY;
  fillWeights(weights, T, decay);
  means(x, T, n, weights, outMeans, work);
  for (let t = 0; t < T; t++) store<f64>(at(weights, t), Math.sqrt(load<f64>(at(weights, t))));
  return syrk(x, T, n, outMeans, weights, 1, out);
}

function fillWeights(weights: usize, T: i32, decay: f64): void {
  let w = 1.0;
  for (let t = T - 1; t >= 0; t--) {
    store<f64>(at(weights, t), w);
    w *= decay;
  }
  let sum = 0.0;
  for (let t = 0; t < T; t++) sum += load<f64>(at(weights, t));
  for (let t = 0; t < T; t++) store<f64>(at(weights, t), load<f64>(at(weights, t)) / sum);
}
