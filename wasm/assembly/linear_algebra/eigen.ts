// S = V diag(d) V' of a symmetric S: Householder reduction to a tridiagonal matrix, then implicit QL. V' is kept by
// rows for the reflectors and by strips of 8 columns for the rotations.
// Reference: Golub, Van Loan, Matrix Computations, §8.3.
import { allocate, at, entry, mark, release } from "../memory";
import { Status } from "../status";
import { accumulateReflectors, tridiagonalise } from "./householder";
import { diagonalise } from "./implicit_ql";

/**
 * s: n × n row-major, its lower triangle is read and overwritten. values: n doubles, ascending. vectors: n × n
 * row-major, column j belongs to value j. Entries that are not finite do not converge.
 */
export function eigen(s: usize, n: i32, values: usize, vectors: usize): Status {
  const start = mark();
  const status = decompose(s, n, values, vectors);
  release(start);
  return status;
}

function decompose(s: usize, n: i32, values: usize, vectors: usize): Status {
  const off = allocate(<usize> n << 3), tau = allocate(<usize> n << 3);
  const work = allocate(<usize> n << 5), order = allocate(<usize> n << 2);
  const strips = allocate(<usize> n * <usize> ((n + 7) & ~7) << 3);
  if (off == 0 || tau == 0 || work == 0 || order == 0 || strips == 0) {
    return Status.OUT_OF_MEMORY;
  }
  const scale = scaleToUnit(s, n);
  if (!(scale < Infinity)) return Status.NOT_CONVERGED;
  if (!tridiagonalise(s, n, values, off, tau, work)) return Status.STOPPED;
  if (!accumulateReflectors(s, n, tau, vectors, work)) return Status.STOPPED;
  toStrips(vectors, n, strips);
  const status = diagonalise(n, values, off, strips);
  if (status != Status.DONE) return status;
  sortAscending(values, n, order);
  fromStrips(strips, n, order, vectors);
  for (let i = 0; i < n; i++) {
    store<f64>(at(work, i), load<f64>(at(values, load<i32>(order + (<usize> i << 2)))) * scale);
  }
  memory.copy(values, work, <usize> n << 3);
  return Status.DONE;
}

/**
 * Divides the lower triangle by a power of two, so that squares neither overflow nor vanish; the divisor, Infinity
 * where an entry is not finite.
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

/** Strip k holds columns 8k … 8k + 7 of the rows, n × 8 doubles, a short strip filled with zeros. */
function toStrips(rows: usize, n: i32, strips: usize): void {
  for (let c = 0; c < n; c += 8) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < 8; j++) {
        store<f64>(strips, c + j < n ? load<f64>(entry(rows, n, i, c + j)) : 0);
        strips += 8;
      }
    }
  }
}

/** Column j of `vectors` is row order_j of the strips. */
function fromStrips(strips: usize, n: i32, order: usize, vectors: usize): void {
  for (let i = 0; i < n; i++) {
    const strip = strips + (<usize> (i & ~7) * <usize> n << 3) + (<usize> (i & 7) << 3);
    for (let j = 0; j < n; j++) {
      const from = load<i32>(order + (<usize> j << 2));
      store<f64>(entry(vectors, n, i, j), load<f64>(strip + (<usize> from << 6)));
    }
  }
}

/** order: the rows by ascending value, equal ones as they come. */
function sortAscending(values: usize, n: i32, order: usize): void {
  for (let i = 0; i < n; i++) {
    const v = load<f64>(at(values, i));
    let j = i;
    for (; j > 0; j--) {
      const before = load<i32>(order + (<usize> (j - 1) << 2));
      if (!(load<f64>(at(values, before)) > v)) break;
      store<i32>(order + (<usize> j << 2), before);
    }
    store<i32>(order + (<usize> j << 2), i);
  }
}
