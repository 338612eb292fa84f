// Eigendecomposition S = V diag(d) V' of a symmetric matrix: a Householder reduction to a tridiagonal matrix, divide
// and conquer for the eigenvectors of that, and the reflectors of the reduction applied to them.
// Reference: Golub, Van Loan, Matrix Computations, §8.3 and §8.4.
import { allocate, at, entry, getId, mark, release } from "../memory";
import { Status } from "../status";
import { applyReflectors } from "./block_reflectors";
import { tridiagonalise, tridiagonalWork } from "./householder";
import { fromStrips, stripsBytes } from "./strips";
import { tridiagonalEigen } from "./tridiagonal_eigen";

/**
 * Computes the eigenvalues and eigenvectors of a symmetric matrix. s: n × n row-major; its lower triangle is read and
 * overwritten. values: n doubles, ascending. vectors: n × n row-major; column j belongs to value j. Returns
 * NOT_CONVERGED for entries that are not finite, and where the QL sweeps do not converge.
 */
export function eigen(s: usize, n: i32, values: usize, vectors: usize): Status {
  const start = mark();
  const status = decompose(s, n, values, vectors);
  release(start);
  return status;
}

function decompose(s: usize, n: i32, values: usize, vectors: usize): Status {
  const off = allocate(<usize> n << 3), tau = allocate(<usize> n << 3), order = allocate(<usize> n << 2);
  const work = allocate(<usize> tridiagonalWork(n) << 3);
  const strips = allocate(stripsBytes(n));
  if (off == 0 || tau == 0 || work == 0 || order == 0 || strips == 0) return Status.OUT_OF_MEMORY;
  const scale = scaleToUnit(s, n);
  if (!(scale < Infinity)) return Status.NOT_CONVERGED;
  if (!tridiagonalise(s, n, values, off, tau, work)) return Status.STOPPED;
  let status = tridiagonalEigen(n, values, off, strips, order);
  if (status != Status.DONE) return status;
  status = applyReflectors(s, n, tau, strips);
  if (status != Status.DONE) return status;
  fromStrips(strips, n, order, vectors);
  for (let i = 0; i < n; i++) store<f64>(at(work, i), load<f64>(at(values, getId(order, i))) * scale);
  memory.copy(values, work, <usize> n << 3);
  return Status.DONE;
}

/**
 * Divides the lower triangle of a matrix by a power of two, so that squares neither overflow nor underflow. Returns the
 * divisor, or Infinity where an entry is not finite.
 */
function scaleToUnit(s: usize, n: i32): f64 {
  let largest = 0.0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const v = abs(load<f64>(entry(s, n, i, j)));
      if (!(v < Infinity)) return Infinity;
      largest = max(largest, v);
    }
  }
  if (largest == 0) return 1;
  const exponent = reinterpret<u64>(largest) & 0x7ff0000000000000;
  const divisor = exponent == 0 ? 2.2250738585072014e-308 : reinterpret<f64>(exponent);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const p = entry(s, n, i, j);
      store<f64>(p, load<f64>(p) / divisor);
    }
  }
  return divisor;
}
