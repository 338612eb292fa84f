import { at, entry } from "../memory";
import { axpy, dot } from "./dot";

/** Writes the product X v of a row-major m × n matrix X and a vector v to `out`. */
export function timesVector(x: usize, m: i32, n: i32, v: usize, out: usize): void {
  for (let i = 0; i < m; i++) store<f64>(at(out, i), dot(entry(x, n, i, 0), v, n));
}

/**
 * Writes the product X'v of the transpose of a row-major m × n matrix X and a vector v to `out`. Skips rows whose entry
 * of v is 0.
 */
export function transposedTimesVector(x: usize, m: i32, n: i32, v: usize, out: usize): void {
  memory.fill(out, 0, <usize> n << 3);
  for (let i = 0; i < m; i++) {
    const by = load<f64>(at(v, i));
    if (by != 0) axpy(by, entry(x, n, i, 0), out, n);
  }
}
