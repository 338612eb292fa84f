import { at, entry } from "../memory";
import { axpy, dot } from "./dot";

/** out = X v of row-major X, m × n. */
export function timesVector(x: usize, m: i32, n: i32, v: usize, out: usize): void {
  for (let i = 0; i < m; i++) store<f64>(at(out, i), dot(entry(x, n, i, 0), v, n));
}

/** out = X'v of row-major X, m × n. Rows whose v is 0 cost nothing. */
export function transposedTimesVector(x: usize, m: i32, n: i32, v: usize, out: usize): void {
  memory.fill(out, 0, <usize> n << 3);
  for (let i = 0; i < m; i++) {
    const by = load<f64>(at(v, i));
    if (by != 0) axpy(by, entry(x, n, i, 0), out, n);
  }
}
