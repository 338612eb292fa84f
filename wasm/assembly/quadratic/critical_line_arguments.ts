/**
 * Arguments of the critical line method: minimise ½w'Pw - price m'w subject to A w ≥ limits, where the first
 * `equalities` rows are equalities, and lower ≤ w ≤ upper, for a price that moves from a given start. Addresses point
 * to doubles, that of states to i32.
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
  /**
   * State of each variable: -1 at its lower bound, 1 at its upper bound, 0 free. State of each row: 1 where it is
   * active.
   */
  states: usize;
  /**
   * The weights, and the multipliers of the rows, with P w - price m - A'y = 0 for the free variables. Holds the start,
   * then the answer.
   */
  w: usize;
  y: usize;
  price: f64;
  /** Direction of the price of return along the critical line: 1 towards higher prices, -1 towards 0. */
  direction: f64;
  /** Output: whether the critical line ends at this point. */
  isEnd: i32;
  /** Output: number of changes of the critical line's active set so far. */
  steps: i32;
  /**
   * Output: number of active rows at the start of the critical line that depend on other rows or contain no free
   * variable.
   */
  refusedRows: i32;
}
