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
  /** Tolerance of the quadratic program's residuals, relative to the size of their terms. */
  tolerance: f64;
  /** Whether `states` holds a set of active limits from which the quadratic solver starts. */
  isWarm: i32;
  /**
   * State of each bound and then of each row of G in the quadratic program: -1 at the lower limit, 1 at the upper
   * limit, 0 free. Holds the start, then the answer.
   */
  states: usize;
  /**
   * Output of the quadratic solver: the point, the multipliers of the rows of A and then of G, and the multipliers of
   * the bounds.
   */
  x: usize;
  y: usize;
  v: usize;
  iterations: i32;
}
