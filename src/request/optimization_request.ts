import type { AssetId, Market } from "../domain/asset.ts";
import type { Doubt } from "../domain/doubt.ts";
import type { HistoryUse } from "../domain/history_use.ts";
import type { RunBody } from "./parse_run.ts";
import type { AssetFields } from "./parts/assets.ts";
import type { BacktestRequest } from "./parts/backtest.ts";
import type { BenchmarkChoice, BenchmarkFields } from "./parts/benchmark.ts";
import type { Constraints } from "./parts/constraints.ts";
import type { Estimators } from "./parts/estimators.ts";
import type { History } from "./parts/history.ts";
import type { MethodChoice } from "./parts/methods.ts";
import type { SimulationRequest } from "./parts/simulation.ts";

/**
 * Type of a checked run request with every default filled in: the fields of its body, with names replaced by the
 * objects that they name.
 */
export interface OptimizationRequest extends Readonly<Omit<RunBody, ReadFields>>, Estimators {
  readonly market: Market;
  readonly assets: readonly AssetId[];
  /** Price or return history that the caller sent. Null if the run uses moments or listed assets. */
  readonly history: History | null;
  /** Which returns the estimates use: the field `history` of the body. */
  readonly historyUse: HistoryUse;
  /** Whether the assets are stocks or funds. The job's `prepare` step then loads their history from market data. */
  readonly listed: boolean;
  readonly benchmark: BenchmarkChoice | null;
  /** Annual risk-free rate of the run, as a fraction. */
  readonly risk_free_rate: number;
  readonly methods: readonly MethodChoice[];
  readonly constraints: Constraints;
  /** Request for the backtest that the run computes after its methods; absent without one. */
  readonly rolling_backtest?: BacktestRequest;
  /** Request for the Monte Carlo simulation that is submitted for the run once it has succeeded; absent without one. */
  readonly monte_carlo?: SimulationRequest;
  /** Doubts about the numbers of the request and about how its file was read, the most severe first. */
  readonly doubtsOfRequest: readonly Doubt[];
}

/** Names of the fields of a run's request body whose parsed form differs from what the caller sent. */
type ReadFields =
  | keyof AssetFields
  | keyof BenchmarkFields
  | keyof Estimators
  | "history"
  | "methods"
  | "constraints"
  | "rolling_backtest"
  | "monte_carlo";
