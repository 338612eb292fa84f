/**
 * The points min ½w'Pw - price m'w subject to A w ≥ limits, the first `equalities` rows being equalities, and lower ≤ w
 * ≤ upper, as the price moves from a given one. Addresses are of doubles, that of states of i32.
 */
@unmanaged
export class CriticalLineArguments {
  variables: i32;
  P: usize;
  means: usize;
  lower: usize;
  upper: usize;
  rows: i32;
  equalities: i32;
  A: usize;
  limits: usize;
  /** Of each variable -1 at its lower bound, 1 at its upper, 0 free; of each row 1 where it is active. */
  states: usize;
  /**
   * The point and the multipliers of the rows, P w - price m - A'y = 0 for the free variables: the start, and the
   * answer's.
   */
  w: usize;
  y: usize;
  price: f64;
  /** 1 towards higher prices, -1 towards a price of 0. */
  direction: f64;
  /** Whether the line ends at the answer. */
  isEnd: i32;
  /** Changes of the active set so far. */
  steps: i32;
  /** Active rows of the start that follow from others, or hold nothing that is free. */
  refusedRows: i32;
}
