/** The metrics that the dashboard ranks methods by, with which of them is best. */
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

/** A method of a run that has an answer. */
export interface MethodFigures {
  readonly method: string;
  readonly key: string;
  /** Whether its weights are a formula, which nobody chose for what they come to. */
  readonly isFormula: boolean;
  /** Null where one is not defined. */
  readonly metrics: Readonly<Record<RankedMetric, number | null>>;
  readonly largest: { readonly asset: string; readonly weight: number };
  /** 1 / sum of squared weights; 0 where nothing is held. */
  readonly effectiveAssets: number;
}

/** What the dashboard needs of a run: small, and written with its success. */
export interface RunFigures {
  readonly methods: readonly MethodFigures[];
  /** Of each asset of the run: its weights summed over the methods, and how many of these hold it. */
  readonly assets: readonly (readonly [asset: string, weight: number, holders: number])[];
  /** Of a run on listed assets outside the sample market; null of any other. */
  readonly lastDay: string | null;
  /** Of the walk-forward within the run; none without. */
  readonly walkForward: readonly WalkedFigures[];
}

/** A method out of sample. */
export interface WalkedFigures {
  readonly method: string;
  readonly key: string;
  readonly sharpeRatio: number | null;
}
