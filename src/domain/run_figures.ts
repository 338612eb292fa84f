/** Metrics by which the dashboard ranks methods, each with whether the largest or the smallest value is best. */
export const RANKED_METRICS = {
  sharpe_ratio: "largest",
  sortino_ratio: "largest",
  calmar_ratio: "largest",
  annual_return: "largest",
  annual_volatility: "smallest",
  max_drawdown: "smallest",
  conditional_value_at_risk: "smallest",
} as const;

export type RankedMetric = keyof typeof RANKED_METRICS;

/** Type of the figures of a method that found weights in a run. */
export interface MethodFigures {
  readonly method: string;
  readonly key: string;
  /** Whether the method's weights follow a plain formula, such as equal weights, and are no optimum. */
  readonly isFormula: boolean;
  /** Values of the method's ranked metrics; null for an undefined metric. */
  readonly metrics: Readonly<Record<RankedMetric, number | null>>;
  readonly largest: { readonly asset: string; readonly weight: number };
  /** Effective number of assets, 1 / sum of squared weights; 0 if nothing is held. */
  readonly effectiveAssets: number;
}

/** Type of the small set of figures of a run that the dashboard needs. They are stored when the run succeeds. */
export interface RunFigures {
  readonly methods: readonly MethodFigures[];
  /**
   * For each asset of the run, the sum of its weights over the run's methods and the number of methods that hold it.
   */
  readonly assets: readonly (readonly [asset: string, weight: number, holders: number])[];
  /** Last day of the run's data, for listed assets other than those of the sample market; null for any other run. */
  readonly lastDay: string | null;
  /** Figures of each method from the rolling backtest of the run; empty without a backtest. */
  readonly walkForward: readonly WalkedFigures[];
  /** Doubts about the run's data and numbers; absent if there are only notes, and in figures stored before doubts. */
  readonly doubts?: DoubtFigures;
}

/** Type of the most severe doubt about a run, and of the number of its doubts that are more than notes. */
export interface DoubtFigures {
  readonly code: string;
  readonly severity: string;
  readonly detail: string;
  readonly count: number;
}

/** Type of a method's out-of-sample figures, from the rolling backtest of its run. */
export interface WalkedFigures {
  readonly method: string;
  readonly key: string;
  readonly sharpeRatio: number | null;
}
