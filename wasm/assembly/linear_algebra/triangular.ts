import { at, entry } from "../memory";
import { axpy } from "./dot";
import { forward } from "./cholesky";

/** Solves L y = x for a lower triangle L, n × n row-major, and writes y over x. */
export function solveLower(lower: usize, n: i32, x: usize): void {
  forward(lower, n, n, x);
}

/** Solves L'y = x for a lower triangle L, n × n row-major, and writes y over x. */
export function solveLowerTransposed(lower: usize, n: i32, x: usize): void {
  for (let i = n - 1; i >= 0; i--) {
    const row = entry(lower, n, i, 0), p = at(x, i);
    const v = load<f64>(p) / load<f64>(at(row, i));
    store<f64>(p, v);
    axpy(-v, row, x, i);
  }
}
