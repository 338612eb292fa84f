import { backtestConfig } from "./parts/backtest.ts";
import { isObject } from "../faults/json_object.ts";
import type { EstimatorChoice } from "./parts/estimators.ts";
import { methodConfig } from "./parts/methods.ts";
import type { OptimizationRequest } from "./run_request.ts";
import { simulationConfig } from "./parts/simulation.ts";

/** The body of POST /jobs with every default filled in; read again, it makes the same request. */
export type RunConfig = Readonly<Record<string, unknown>>;

/** The config of a run that was read from a body. */
export function runConfig(body: unknown, request: OptimizationRequest): RunConfig {
  const sent = isObject(body) ? body : {};
  const {
    frequency,
    endDate,
    riskFreeRate,
    methods,
    constraints,
    efficientFrontier,
    seed,
    rollingBacktest,
    monteCarlo,
  } = request;
  const estimators = sent.moments === undefined
    ? { expected_returns: estimatorConfig(request.expectedReturns), covariance: estimatorConfig(request.covariance) }
    : {};
  return {
    ...sent,
    ...endDate === null ? {} : { end_date: endDate },
    frequency,
    risk_free_rate: riskFreeRate,
    methods: methods.map(methodConfig),
    ...estimators,
    constraints,
    ...efficientFrontier === null ? {} : { efficient_frontier: efficientFrontier },
    ...rollingBacktest === null ? {} : { rolling_backtest: backtestConfig(rollingBacktest) },
    ...monteCarlo === null ? {} : { monte_carlo: simulationConfig(monteCarlo) },
    seed,
  };
}

function estimatorConfig({ estimator, parameters }: EstimatorChoice): RunConfig {
  return { estimator, ...isObject(parameters) ? parameters : {} };
}
