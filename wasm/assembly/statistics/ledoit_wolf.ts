// Ledoit-Wolf shrinkage of the sample covariance S (ddof 0) towards its mean variance m times the identity: (1 - a) S +
// a m I with a = min(b, d) / d, d = ‖S - m I‖² and b = (Σ_t |x_t|⁴ / T - ‖S‖²) / T for the centred rows x_t. The fourth
// powers need no second cross product: the sum over i, j of the mean of x_ti² x_tj² equals the mean of |x_t|⁴.
// Reference: Ledoit, Wolf (2004), A well-conditioned estimator for large-dimensional covariance matrices, J.
// Multivariate Analysis 88.
import { allocate, at, entry } from "../memory";
import { syrk } from "../linear_algebra/syrk";
import { Status } from "../status";
import { means } from "./means";

/**
 * Writes the shrunk covariance of X to `out` and the shrinkage intensity a to `intensity`. X is row-major T × n, out is
 * n × n, `intensity` is one double.
 */
export function ledoitWolf(x: usize, T: i32, n: i32, out: usize, intensity: usize): Status {
  const m = allocate(<usize> n << 3), work = allocate(<usize> n << 3);
  if (m == 0 || work == 0) return Status.OUT_OF_MEMORY;
  means(x, T, n, 0, m, work);
  const status = syrk(x, T, n, m, 0, 1 / <f64> T, out);
  if (status != Status.DONE) return status;
  let trace = 0.0;
  for (let i = 0; i < n; i++) trace += load<f64>(entry(out, n, i, i));
  const meanVariance = trace / <f64> n;
  const distance = squaredDistance(out, n, meanVariance);
  const noise = (meanFourthPower(x, T, n, m) - squaredDistance(out, n, 0)) / <f64> T;
  const a = n == 1 || !(noise > 0) || !(distance > 0) ? 0.0 : min(noise, distance) / distance;
  store<f64>(intensity, a);
  shrink(out, n, a, meanVariance);
  return Status.DONE;
}

/** Returns the squared distance ‖S - m I‖² (Frobenius norm) of a covariance S from m times the identity. */
function squaredDistance(s: usize, n: i32, m: f64): f64 {
  let off = 0.0, diagonal = 0.0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const v = load<f64>(entry(s, n, i, j));
      off += v * v;
    }
    const v = load<f64>(entry(s, n, i, i)) - m;
    diagonal += v * v;
  }
  return 2 * off + diagonal;
}

/** Returns the mean over the rows x_t of X of |x_t - m|⁴, with the column means m. */
function meanFourthPower(x: usize, T: i32, n: i32, m: usize): f64 {
  let sum = 0.0;
  for (let t = 0; t < T; t++) {
    let square = 0.0;
    for (let j = 0; j < n; j++) {
      const v = load<f64>(entry(x, n, t, j)) - load<f64>(at(m, j));
      square += v * v;
    }
    sum += square * square;
  }
  return sum / <f64> T;
}

function shrink(s: usize, n: i32, a: f64, m: f64): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const p = entry(s, n, i, j);
      store<f64>(p, (1 - a) * load<f64>(p) + (i == j ? a * m : 0));
    }
  }
}
