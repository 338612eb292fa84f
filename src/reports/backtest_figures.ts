/** As much of the section of a walk-forward backtest as its charts show; the section itself is one. */
export interface BacktestFigures {
  readonly config: Readonly<Record<string, unknown>>;
  readonly dates: readonly string[];
  readonly methods: readonly BacktestedMethodFigures[];
  readonly benchmark: (BacktestedSeriesFigures & { readonly id: string }) | null;
}

export interface BacktestedSeriesFigures {
  /** Wealth at the end of each period. */
  readonly equity: readonly number[];
  /** Positive fractions. */
  readonly drawdown: readonly number[];
  readonly returns_by_year: Readonly<Record<string, number>>;
  /** Annual; null where the window is not full. */
  readonly rolling: {
    readonly window: number;
    readonly volatility: readonly (number | null)[];
    readonly sharpe_ratio: readonly (number | null)[];
  };
}

export interface BacktestedMethodFigures extends BacktestedSeriesFigures {
  readonly key: string;
  readonly rebalances: readonly { readonly date: string; readonly weights: Readonly<Record<string, number>> }[];
}
