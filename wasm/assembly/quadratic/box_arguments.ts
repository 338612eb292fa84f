/**
 * Arguments of the box method: minimise ½x'Px + q'x subject to sum x = budget (where `hasBudget`) and lower ≤ x ≤
 * upper. Addresses point to as many doubles as there are variables, those of states and requests to i32.
 */
@unmanaged
export class BoxQuadraticArguments {
  variables: i32;
  q: usize;
  lower: usize;
  upper: usize;
  /** Diagonal of the box problem's matrix P. The caller hands over the rows of P on request. */
  diagonal: usize;
  hasBudget: i32;
  budget: f64;
  /** Tolerance of the box method's optimality conditions, relative to the size of the terms of the gradient. */
  tolerance: f64;
  /** Whether `states` holds a set of active bounds from which the box method starts. */
  isWarm: i32;
  /** State of each variable: -1 at its lower bound, 1 at its upper bound, 0 free. Holds the start, then the answer. */
  states: usize;
  /** Output: indices of the rows of P that the box method requests from the caller, and their number. */
  requests: usize;
  requestCount: i32;
  /** Output of the box method: the optimal point x, P x + q at the point, and the multiplier of the budget. */
  x: usize;
  gradient: usize;
  multiplier: f64;
  iterations: i32;
}
