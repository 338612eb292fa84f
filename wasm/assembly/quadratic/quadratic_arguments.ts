/**
 * Arguments of a quadratic program: minimise ½x'Px + q'x subject to A x = b, l ≤ G x ≤ u, lower ≤ x ≤ upper. Matrices
 * are row-major. Addresses point to doubles, that of states to i32.
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
  /** Tolerance of the residuals, relative to the size of their terms. */
  tolerance: f64;
  /** Whether `states` holds a starting active set. */
  isWarm: i32;
  /**
   * State of each bound and then of each row of G: -1 at the lower limit, 1 at the upper limit, 0 free. Holds the
   * start, then the answer.
   */
  states: usize;
  /** Output: the point, the multipliers of the rows of A and then of G, and the multipliers of the bounds. */
  x: usize;
  y: usize;
  v: usize;
  iterations: i32;
}
