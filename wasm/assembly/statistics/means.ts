import { at, entry } from "../memory";
import { axpy } from "../linear_algebra/dot";

/**
 * Writes the weighted column means Σ_t w_t x_tj to `out`, for weights that sum to 1, or the plain means where `weights`
 * is 0. A second pass adds the mean of the deviations from the first result, which removes its rounding error: a column
 * of equal numbers has exactly that mean. X is row-major T × n. work: n doubles.
 */
export function means(x: usize, T: i32, n: i32, weights: usize, out: usize, work: usize): void {
  memory.fill(out, 0, <usize> n << 3);
  addRows(x, T, n, weights, out);
  if (weights == 0) divide(out, n, <f64> T);
  memory.fill(work, 0, <usize> n << 3);
  addDeviations(x, T, n, weights, out, work);
  if (weights == 0) divide(work, n, <f64> T);
  axpy(1, work, out, n);
}

/** Adds `rows` rows of n doubles to a vector, each times its weight, or as it is where `weights` is 0. */
export function addRows(x: usize, rows: i32, n: i32, weights: usize, out: usize): void {
  for (let t = 0; t < rows; t++) axpy(weight(weights, t), entry(x, n, t, 0), out, n);
}

/** Adds what `rows` rows of n doubles deviate from means to a vector, with weights as of `addRows`. */
export function addDeviations(x: usize, rows: i32, n: i32, weights: usize, means: usize, out: usize): void {
  for (let t = 0; t < rows; t++) addDeviation(weight(weights, t), entry(x, n, t, 0), means, out, n);
}

function weight(weights: usize, t: i32): f64 {
  return weights == 0 ? 1.0 : load<f64>(at(weights, t));
}

/** Divides each of n doubles by a number. */
export function divide(x: usize, n: i32, by: f64): void {
  for (let j = 0; j < n; j++) store<f64>(at(x, j), load<f64>(at(x, j)) / by);
}

/** Adds w (x - m) to y, for a number w and vectors x, m and y of n doubles. */
function addDeviation(w: f64, x: usize, m: usize, y: usize, n: i32): void {
  const factor = f64x2.splat(w);
  let j = 0;
  for (; j + 2 <= n; j += 2) {
    const deviation = f64x2.sub(v128.load(x), v128.load(m));
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(factor, deviation)));
    x += 16;
    m += 16;
    y += 16;
  }
  if (j < n) store<f64>(y, load<f64>(y) + w * (load<f64>(x) - load<f64>(m)));
}
