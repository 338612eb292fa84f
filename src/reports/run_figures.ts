/** A figure of each asset. */
type Figures = Readonly<Record<string, number>>;
type Metrics = Readonly<Record<string, number | null>>;

interface CurveFigures {
  readonly cumulative_return: readonly number[];
  readonly drawdown: readonly number[];
}

/** As much of the result of an optimization run as its charts and tables show; the result itself is one. */
export interface RunFigures {
  /** Null with moments. */
  readonly data:
    | { readonly frequency: string; readonly start_date: string | null; readonly end_date: string | null }
    | null;
  /** Per period. */
  readonly estimates: {
    readonly expected_returns: Figures;
    readonly covariance: { readonly assets: readonly string[]; readonly matrix: readonly (readonly number[])[] };
  };
  readonly methods: readonly MethodFigures[];
  readonly benchmark: { readonly id: string; readonly metrics: Metrics | null } | null;
  /** Annual. */
  readonly efficient_frontier: {
    readonly points: readonly { readonly return: number; readonly volatility: number; readonly weights: Figures }[];
  } | null;
  readonly curves: {
    readonly dates: readonly string[];
    readonly methods: Readonly<Record<string, CurveFigures>>;
    readonly benchmark: CurveFigures | null;
  } | null;
}

export interface MethodFigures {
  readonly method: string;
  readonly key: string;
  readonly status: string;
  readonly weights: Figures | null;
  readonly metrics: Metrics | null;
  readonly risk_contributions: Figures | null;
}
