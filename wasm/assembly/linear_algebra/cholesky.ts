import { dot } from "./dot";
import { entry } from "../memory";
import { shouldStop } from "../host";

/**
 * The lower factor of the leading k × k block of `a` (row-major, `stride` columns), in place, by rows; the upper triangle is neither read
 * nor written. 0; 1 when stopped; -(row + 1) where a pivot is not above `tolerance` times its diagonal entry.
 */
export function cholesky(a: usize, k: i32, stride: i32, tolerance: f64): i32 {
  for (let i = 0; i < k; i++) {
    if ((i & 63) == 63 && shouldStop()) return 1;
    const ri = entry(a, stride, i, 0);
    for (let j = 0; j < i; j++) {
      const rj = entry(a, stride, j, 0);
      const p = ri + (<usize>j << 3);
      store<f64>(p, (load<f64>(p) - dot(ri, rj, j)) / load<f64>(rj + (<usize>j << 3)));
    }
    const p = ri + (<usize>i << 3);
    const d = load<f64>(p);
    const pivot = d - dot(ri, ri, i);
    if (!(pivot > tolerance * d)) return -(i + 1);
    store<f64>(p, Math.sqrt(pivot));
  }
  return 0;
}
