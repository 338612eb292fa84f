/** Kinds of models from which the returns of simulated paths come. */
export enum PathModelKind {
  PORTFOLIO_NORMAL,
  PORTFOLIO_ROWS,
  ASSET_NORMAL,
  ASSET_ROWS,
  FILTERED,
}

/** Type of the arguments and outputs of simulating a block of consecutive paths. */
@unmanaged
export class PathBlockArguments {
  kind: i32;
  firstPath: i32;
  paths: i32;
  steps: i32;
  seed: f64;
  initialValue: f64;
  /** Address of doubles: money added to simulated wealth at the end of each step, negative where money is taken out. */
  flows: usize;
  /**
   * Address of doubles: the withdrawal at the end of each step, a positive amount that `flows` has subtracted already.
   * The address is 0 where nothing is withdrawn.
   */
  withdrawals: usize;
  /** Address of an i32 for each simulation step: its index among the steps of the fan chart, or -1. */
  places: usize;
  /**
   * Output addresses, a double for each path at each: terminal wealth, growth of one unit without flows, and largest
   * drawdown.
   */
  terminal: usize;
  growth: usize;
  maxDrawdown: usize;
  /** Output address, a double for each path: amount withdrawn. The address is 0 where nothing is withdrawn. */
  withdrawn: usize;
  /** Output: number of simulated paths whose wealth ends at 0. */
  ruined: i32;
}

/**
 * Arguments of the fan chart: its steps, at which wealth is stored, and the brackets (value ranges) of each step.
 * Without thresholds all wealth is stored.
 */
@unmanaged
export class FanArguments {
  steps: i32;
  /** Number of stored wealth values for which the list of each fan chart step has room. */
  room: i32;
  /**
   * Address of the thresholds of each fan chart step, rows of THRESHOLD_ROW doubles: -∞, ascending thresholds, then +∞.
   * The address is 0 without brackets.
   */
  thresholds: usize;
  /**
   * Addresses of rows of SEGMENT_ROW i32 for each fan chart step: whether the values of a segment are stored, and how
   * many values fell into it.
   */
  stored: usize;
  counts: usize;
  /**
   * Addresses of the stored wealth values: rows of `room` doubles for each fan chart step, and an i32 for the length of
   * each row.
   */
  lists: usize;
  lengths: usize;
}
