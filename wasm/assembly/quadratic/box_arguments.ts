/**
 * min ½x'Px + q'x subject to sum x = budget (where `hasBudget`) and lower ≤ x ≤ upper. Addresses are of as many doubles
 * as there are variables, those of states and requests of i32.
 */
@unmanaged
export class BoxQuadraticArguments {
  variables: i32;
  q: usize;
  lower: usize;
  upper: usize;
  /** Of P, whose rows are handed over as they are asked for. */
  diagonal: usize;
  hasBudget: i32;
  budget: f64;
  /** Of the prices, relative to the size of what they are made of. */
  tolerance: f64;
  /** Whether `states` is a start. */
  isWarm: i32;
  /** Of each variable: -1 at its lower bound, 1 at its upper, 0 free. The start, and the answer's. */
  states: usize;
  /** Rows of P that are asked for, and how many. */
  requests: usize;
  requestCount: i32;
  /** The answer: the point, P x + q there and the multiplier of the budget. */
  x: usize;
  gradient: usize;
  multiplier: f64;
  iterations: i32;
}
