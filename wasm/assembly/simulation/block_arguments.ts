/** Where the returns of a path come from. */
export enum PathModelKind {
  PORTFOLIO_NORMAL,
  PORTFOLIO_ROWS,
  ASSET_NORMAL,
  ASSET_ROWS,
  FILTERED,
}

/** Consecutive paths, and what is told of each. */
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
  /** Doubles: how much less that is for what is taken out; 0 where nothing is. */
  withdrawals: usize;
  /** i32 of each step: its place among the steps of the fan, or -1. */
  places: usize;
  /** Doubles of each path: wealth at the end, the value of a unit without flows, its largest drawdown. */
  terminal: usize;
  growth: usize;
  maxDrawdown: usize;
  /** What it took out; 0 where nothing is taken. */
  withdrawn: usize;
  /** How many paths are ruined, of those simulated. */
  ruined: i32;
}

/** Steps at which wealth is stored, with the brackets of each; without thresholds all of it is. */
@unmanaged
export class FanArguments {
  steps: i32;
  /** Doubles that the list of a step has room for. */
  room: i32;
  /** Rows of THRESHOLD_ROW doubles: -∞, then ascending, then +∞; 0 without brackets. */
  thresholds: usize;
  /** Rows of SEGMENT_ROW i32: whether values of a segment are stored, and how many fell into it. */
  stored: usize;
  counts: usize;
  /** Rows of `room` doubles, and an i32 for the length of each. */
  lists: usize;
  lengths: usize;
}
