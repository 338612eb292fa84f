/** Model from which the returns of a simulated path come. */
export enum PathModelKind {
  PORTFOLIO_NORMAL,
  PORTFOLIO_ROWS,
  ASSET_NORMAL,
  ASSET_ROWS,
  FILTERED,
}

/** Arguments and outputs of a block of consecutive paths. */
@unmanaged
export class PathBlockArguments {
  kind: i32;
  firstPath: i32;
  paths: i32;
  steps: i32;
  seed: f64;
  initialValue: f64;
  /** Doubles: money added at the end of each step. */
  flows: usize;
  /** Doubles: the part of each flow that is a withdrawal. 0 where nothing is withdrawn. */
  withdrawals: usize;
  /** i32 for each step: its index among the steps of the fan chart, or -1. */
  places: usize;
  /** Output doubles for each path: terminal wealth, growth of one unit without flows, and largest drawdown. */
  terminal: usize;
  growth: usize;
  maxDrawdown: usize;
  /** Output doubles for each path: amount withdrawn. 0 where nothing is withdrawn. */
  withdrawn: usize;
  /** Output: number of ruined paths among those simulated. */
  ruined: i32;
}

/**
 * Steps of the fan chart at which wealth is stored, with the brackets of each step. Without thresholds all wealth is
 * stored.
 */
@unmanaged
export class FanArguments {
  steps: i32;
  /** Number of doubles for which the list of a step has room. */
  room: i32;
  /** Rows of THRESHOLD_ROW doubles: -∞, ascending thresholds, then +∞. 0 without brackets. */
  thresholds: usize;
  /** Rows of SEGMENT_ROW i32: whether the values of a segment are stored, and how many values fell into it. */
  stored: usize;
  counts: usize;
  /** Rows of `room` doubles with the stored values, and an i32 for the length of each row. */
  lists: usize;
  lengths: usize;
}
