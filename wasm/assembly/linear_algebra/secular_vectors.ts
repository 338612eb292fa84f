// Computes the eigenvectors of diag(d) + rho z z' from the roots of its secular equation: entries z_i / (d_i - root).
// They are orthogonal to the last digit, because z is first computed again from the roots, as the vector of which they
// are the exact roots.
// Reference: Gu, Eisenstat (1994), A stable and efficient algorithm for the rank-one modification of the symmetric
// eigenproblem.
import { at, get, set } from "../memory";
import { panelBytes } from "./panels";

/**
 * Replaces z by the weights for which the secular equation has exactly the roots base_j + distance_j, up to a common
 * factor and with the same signs: z_i² = Π_j (root_j - d_i) / Π_(j ≠ i) (d_j - d_i). work: k doubles.
 */
export function weightsOfRoots(
  k: i32,
  poles: usize,
  bases: usize,
  distances: usize,
  weights: usize,
  work: usize,
): void {
  for (let i = 0; i < k; i++) set(work, i, 1);
  for (let j = 0; j < k; j++) {
    const pole = get(poles, j), base = get(bases, j), distance = get(distances, j);
    multiplyRatios(0, j, poles, pole, base, distance, work);
    set(work, j, get(work, j) * (pole - base - distance));
    multiplyRatios(j + 1, k, poles, pole, base, distance, work);
  }
  for (let i = 0; i < k; i++) {
    const root = Math.sqrt(abs(get(work, i)));
    set(weights, i, get(weights, i) < 0 ? -root : root);
  }
}

function multiplyRatios(
  from: i32,
  to: i32,
  poles: usize,
  pole: f64,
  base: f64,
  distance: f64,
  products: usize,
): void {
  const bases = f64x2.splat(base), distances = f64x2.splat(distance), own = f64x2.splat(pole);
  let i = from;
  for (; i + 2 <= to; i += 2) {
    const d = v128.load(at(poles, i));
    const ratio = f64x2.div(f64x2.sub(f64x2.sub(d, bases), distances), f64x2.sub(d, own));
    v128.store(at(products, i), f64x2.mul(v128.load(at(products, i)), ratio));
  }
  if (i < to) set(products, i, get(products, i) * ((get(poles, i) - base - distance) / (get(poles, i) - pole)));
}

/**
 * Writes the unit eigenvectors that belong to the roots of the secular equation in panels of 4 roots, with a row for
 * each pole. The last root fills an incomplete panel.
 */
export function secularVectors(
  k: i32,
  poles: usize,
  weights: usize,
  bases: usize,
  distances: usize,
  panels: usize,
): void {
  for (let j = 0; j < k; j += 4) {
    const b = min(j + 1, k - 1), c = min(j + 2, k - 1), d = min(j + 3, k - 1);
    const panel = panels + panelBytes(k, j);
    twoVectors(k, poles, weights, pairOf(bases, j, b), pairOf(distances, j, b), panel);
    twoVectors(k, poles, weights, pairOf(bases, c, d), pairOf(distances, c, d), panel + 16);
  }
}

function twoVectors(k: i32, poles: usize, weights: usize, bases: v128, distances: v128, panel: usize): void {
  let squares = f64x2.splat(0), to = panel;
  for (let i = 0; i < k; i++) {
    const apart = f64x2.sub(f64x2.sub(v128.load64_splat(at(poles, i)), bases), distances);
    const x = f64x2.div(v128.load64_splat(at(weights, i)), apart);
    squares = f64x2.add(squares, f64x2.mul(x, x));
    v128.store(to, x);
    to += 32;
  }
  const factor = f64x2.div(f64x2.splat(1), f64x2.sqrt(squares));
  for (to = panel; k > 0; k--) {
    v128.store(to, f64x2.mul(v128.load(to), factor));
    to += 32;
  }
}

function pairOf(from: usize, a: i32, b: i32): v128 {
  return f64x2.replace_lane(f64x2.splat(get(from, a)), 1, get(from, b));
}
