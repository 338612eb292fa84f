/** Values by percentile: "1", "5", "10", "25", "50", "75", "90", "95", "99". */
export type Percentiles<Value = number> = Readonly<Record<string, Value>>;

/** What paths are drawn by: as the plan says, or fitted where it leaves that open; null where the model has none. */
export interface DrawnModel {
  readonly degrees_of_freedom: number | null;
  /** Periods; of the stationary bootstrap their mean. */
  readonly block_length: number | null;
}

/** The figures of simulated paths, as the API gives them. */
export interface PathFigures {
  readonly paths: number;
  readonly horizon: number;
  readonly terminal: {
    readonly mean: number;
    readonly median: number;
    readonly standard_deviation: number;
    readonly percentiles: Percentiles;
  };
  /** Share of paths that end below what was paid in. */
  readonly probability_of_loss: number;
  readonly probability_of_ruin: number;
  /** Null without a goal. */
  readonly probability_of_goal: number | null;
  readonly value_at_risk: number;
  readonly conditional_value_at_risk: number;
  readonly max_drawdown: { readonly median: number; readonly percentiles: Percentiles };
  /** Null where it is more than a double holds: a growth over less than a year, raised to the years. */
  readonly cagr: { readonly median: number | null; readonly percentiles: Percentiles<number | null> };
}

/** The figures of a simulation, as the API gives them. */
export interface SimulationSummary extends PathFigures {
  readonly model: DrawnModel;
}

/** The summary with the distribution of wealth over time and at the end. */
export interface SimulationDetail extends SimulationSummary {
  /** Wealth at the end of each step; step 0 is the initial value. */
  readonly fan: {
    readonly steps: readonly number[];
    readonly percentiles: Readonly<Record<string, readonly number[]>>;
  };
  /** Terminal wealth: `edges` has one entry more than `counts`. */
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
  /** Wealth of the first paths at the steps of the fan. */
  readonly sample_paths: readonly (readonly number[])[];
}

/** What a simulation comes to. */
export interface SimulationResult {
  readonly summary: SimulationSummary;
  readonly detail: SimulationDetail;
}
