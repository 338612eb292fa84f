/**
 * Plan of a simulation. A period is one of the run (a day, a week or a month); money is in the currency of
 * `initialValue`.
 */
export interface SimulationPlan {
  /** Id of the simulation model in `models/mod.ts`. */
  readonly model: string;
  readonly paths: number;
  /** Horizon of the simulation in periods. */
  readonly horizon: number;
  /** Number of periods after which the simulated portfolio's weights are restored; 0 means never. */
  readonly rebalance: number;
  readonly initialValue: number;
  /** Money added to the portfolio at the end of each period. */
  readonly contribution: number;
  /** Money withdrawn from the portfolio at the end of each period. */
  readonly withdrawal: number;
  /**
   * Annual inflation as a fraction. It raises contribution and withdrawal: the amount of period t (from 1) is amount ×
   * (1 + inflation)^(t / periods per year).
   */
  readonly inflation: number;
  /** Terminal wealth that the investor wants to reach, for the probability of the goal. Null without a goal. */
  readonly goal: number | null;
  /** Seed of the simulation's random numbers: any whole number that a double holds exactly. */
  readonly seed: number;
  /** Degrees of freedom of the model student_t, above 2. Null fits them to the history, or uses 5 without one. */
  readonly degreesOfFreedom: number | null;
  /**
   * Block length of the block bootstrap, or mean block length of the stationary bootstrap. Null uses the Politis and
   * White rule.
   */
  readonly blockLength: number | null;
  /** Confidence level of value at risk and conditional value at risk, in (0, 1). */
  readonly confidence: number;
}
