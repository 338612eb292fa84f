/**
 * min ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u, lower ≤ x ≤ upper. Matrices are row-major; addresses are of doubles,
 * those of states of i32.
 */
@unmanaged
export class QuadraticArguments {
  variables: i32;
  P: usize;
  q: usize;
  equalities: i32;
  A: usize;
  b: usize;
  inequalities: i32;
  G: usize;
  l: usize;
  u: usize;
  lower: usize;
  upper: usize;
  /** Of the residuals, relative to the size of what they are made of. */
  tolerance: f64;
  /** Whether `states` is a start. */
  isWarm: i32;
  /** Of each bound and each row of G: -1 at its lower limit, 1 at its upper, 0 free. The start, and the answer's. */
  states: usize;
  /** The answer: the point, a multiplier of each row of A and then of G, and of each bound. */
  x: usize;
  y: usize;
  v: usize;
  iterations: i32;
}
