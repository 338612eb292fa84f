import type { Currency, Market } from "../domain/asset.ts";
import type { Conflict } from "../domain/errors.ts";
import type { JobErrorCode } from "../domain/job.ts";
import type { SimulationDetail } from "../simulation/monte_carlo/mod.ts";
import type { BacktestSection } from "./backtest_section.ts";

/** A figure of each asset, or of each metric. */
export type Figures = Readonly<Record<string, number>>;
export type Metrics = Readonly<Record<string, number | null>>;

/** A simulation in the result of a local run. */
export interface SimulationSection extends SimulationDetail {
  /** The plan with every default filled in; sent as `monte_carlo`, it makes the same simulation. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** What GET /jobs/{run_id}/result answers. What does not apply is null, not absent. */
export interface OptimizationResult {
  /** Null in a local run. */
  readonly run_id: string | null;
  readonly market: Market;
  readonly currency: Currency | null;
  readonly mode: "construct" | "rebalance";
  /** Null with moments. */
  readonly data: ResultData | null;
  /** Per period. */
  readonly estimates: {
    readonly expected_returns: Figures;
    readonly covariance: { readonly assets: readonly string[]; readonly matrix: readonly (readonly number[])[] };
  };
  readonly methods: readonly MethodResult[];
  readonly benchmark: BenchmarkResult | null;
  readonly assets: Readonly<Record<string, Metrics>>;
  /** Null where none was asked for. */
  readonly rolling_backtest: BacktestSection | null;
  readonly monte_carlo: SimulationSection | null;
  readonly efficient_frontier: FrontierResult | null;
  /** Null with moments. */
  readonly curves: Curves | null;
  readonly engine: Engine;
}

export interface ResultData {
  readonly source: string;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly frequency: string;
  readonly observations: number;
  readonly assets: number;
  readonly dropped: readonly {
    readonly reason: string;
    readonly assets: readonly string[];
    readonly days: number;
    readonly first: string;
    readonly last: string;
  }[];
  readonly filled: readonly {
    readonly asset: string;
    readonly days: number;
    readonly first: string;
    readonly last: string;
  }[];
  readonly constant: readonly string[];
  /** Daily returns of market data beyond 40 %: splits that prices are not adjusted for, or crashes. */
  readonly jumps: readonly { readonly asset: string; readonly date: string; readonly return: number }[];
  readonly digest: string;
}

export interface MethodResult {
  readonly method: string;
  readonly key: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly status: "optimal" | "computed" | "not_proven" | "infeasible" | "unbounded" | "failed";
  readonly detail: string | null;
  /** Per period. */
  readonly objective: { readonly name: string; readonly value: number } | null;
  readonly weights: Figures | null;
  readonly metrics: Metrics | null;
  /** Shares, summing to 1. */
  readonly risk_contributions: Figures | null;
  readonly allocation: null;
  readonly constraint_report: readonly RuleReport[] | null;
  readonly certificate: CertificateReport | null;
}

export interface RuleReport {
  readonly family: string;
  readonly rule: string | null;
  readonly value: number;
  readonly min: number | null;
  readonly max: number | null;
  /** The distance to the nearer limit, below 0 where it is broken. */
  readonly slack: number | null;
  readonly binding: boolean;
  readonly shadow_price: number | null;
}

export interface CertificateReport {
  readonly solver: string;
  readonly iterations: number;
  /** Null where the solver left no point to measure. */
  readonly primal_residual: number | null;
  readonly dual_residual: number | null;
  readonly duality_gap: number | null;
  readonly proven_optimal: boolean;
}

export interface BenchmarkResult {
  readonly id: string;
  readonly return_type: "price" | "total" | null;
  readonly metrics: Metrics | null;
}

export interface FrontierResult {
  /** Annual, minimum risk first. */
  readonly points: readonly { readonly return: number; readonly volatility: number; readonly weights: Figures }[];
  readonly corner_portfolios: null;
  /** Why there are no points. */
  readonly detail: string | null;
}

export interface Curve {
  readonly cumulative_return: readonly number[];
  /** Below the highest wealth so far, as a positive fraction. */
  readonly drawdown: readonly number[];
}

export interface Curves {
  readonly dates: readonly string[];
  /** By key. */
  readonly methods: Readonly<Record<string, Curve>>;
  readonly benchmark: Curve | null;
}

export interface Engine {
  readonly version: string;
  readonly schema_version: 1;
  readonly core_digest: string;
  readonly solver_digest: string;
  readonly seed: number;
  /** Of the whole run, by the clock of who asked for it. */
  readonly elapsed_ms: number;
}

/** Why a run failed: no method has an answer. */
export interface RunError {
  readonly code: JobErrorCode;
  readonly detail: string;
  readonly conflict: Conflict | null;
}

/** A result as JSON: the same bytes for the same result. */
export function resultJson(result: OptimizationResult, error: RunError | null = null): string {
  return JSON.stringify(error === null ? result : { ...result, error }) + "\n";
}

/** What `resultJson` begins with, up to the elapsed time, which is not known before the rest is. */
export function resultJsonBeforeElapsed({ engine, ...rest }: OptimizationResult): string {
  const { elapsed_ms: _, ...known } = engine;
  return `${JSON.stringify({ ...rest, engine: known }).slice(0, -"}}".length)},"elapsed_ms":`;
}

/** What `resultJson` ends with, behind `resultJsonBeforeElapsed`. */
export function resultJsonFromElapsed(elapsedMs: number): string {
  return `${JSON.stringify(elapsedMs)}}}\n`;
}
