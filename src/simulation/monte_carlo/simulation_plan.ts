/**
 * What to simulate. A period is one of the run (a day, a week, a month); money is in the currency of `initialValue`.
 */
export interface SimulationPlan {
  /** Where the returns come from, of `models/mod.ts`. */
  readonly model: string;
  readonly paths: number;
  /** Periods. */
  readonly horizon: number;
  /** The weights are restored every so many periods; 0 never. */
  readonly rebalance: number;
  readonly initialValue: number;
  /** Money added at the end of each period. */
  readonly contribution: number;
  /** Money taken at the end of each period. */
  readonly withdrawal: number;
  /** Annual; raises both: the amount of period t (from 1) is amount × (1 + inflation)^(t / periods a year). */
  readonly inflation: number;
  /** Terminal wealth to reach; null without a goal. */
  readonly goal: number | null;
  /** Any whole number that a double holds exactly. */
  readonly seed: number;
  /** Of student_t, above 2; null: fitted to the history, 5 without one. */
  readonly degreesOfFreedom: number | null;
  /**
   * Of the block and the stationary bootstrap, the mean length of the latter; null: by the rule of Politis and White.
   */
  readonly blockLength: number | null;
  /** Of the value at risk and its conditional, in (0, 1). */
  readonly confidence: number;
}
