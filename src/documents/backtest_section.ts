import type { Figures, Metrics } from "./run_result.ts";

/** What a walk-forward backtest answers, inline and standalone. What does not apply is null, not absent. */
export interface BacktestSection {
  /** The fields of its request with every default filled in. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The last day of each return after the first rebalance, its own included. */
  readonly dates: readonly string[];
  readonly methods: readonly BacktestedMethod[];
  readonly benchmark: BacktestedBenchmark | null;
}

/** How a series of returns went, on the dates of the section. */
export interface BacktestedSeries {
  /** In units of `initial_capital`, at the end of each period. */
  readonly equity: readonly number[];
  /** Below the highest equity so far, the initial capital included, as a positive fraction. */
  readonly drawdown: readonly number[];
  readonly metrics: Metrics;
  /** Compounded, by calendar year and by month, as `2023` and `2023-01`. */
  readonly returns_by_year: Figures;
  readonly returns_by_month: Figures;
  readonly rolling: RollingFigures;
}

/** Annual figures of the `window` returns up to each date; null until as many are there, and where not defined. */
export interface RollingFigures {
  readonly window: number;
  readonly volatility: readonly (number | null)[];
  readonly sharpe_ratio: readonly (number | null)[];
}

export interface BacktestedMethod extends BacktestedSeries {
  readonly method: string;
  readonly key: string;
  readonly rebalances: readonly BacktestRebalance[];
}

export interface BacktestedBenchmark extends BacktestedSeries {
  readonly id: string;
  readonly return_type: "price" | "total" | null;
  /** None: it is not traded. */
  readonly rebalances: readonly BacktestRebalance[];
}

export interface BacktestRebalance {
  readonly date: string;
  /** Held from this date's return on; those that were held before where the method failed. */
  readonly weights: Figures;
  /** One-way. */
  readonly turnover: number;
  /** A fraction of the wealth before it, taken from this date's return. */
  readonly cost: number;
  readonly status: "optimal" | "computed" | "not_proven" | "infeasible" | "unbounded" | "failed";
  readonly detail: string | null;
}
