import { cashFlowsOf } from "../../src/simulation/monte_carlo/cash_flows.ts";
import type { ChartedSimulation } from "../../src/reports/charts/simulation_charts.ts";
import type { SimulationConfig, SimulationDetail } from "./documents.ts";

export interface SimulationSource {
  readonly config: NonNullable<SimulationConfig>;
  readonly detail: SimulationDetail;
  /** Key of the simulated method: that of the config, or the first of the run that has weights. */
  readonly method: string;
  readonly currency: string | null;
  readonly frequency: ChartedSimulation["frequency"];
  readonly periodsPerYear: number;
}

/** Returns the figures of a simulation that its charts show, from its config and the file with its details. */
export function simulationFigures(
  { config, detail, method, currency, frequency, periodsPerYear }: SimulationSource,
): ChartedSimulation {
  const { initial_value: initialValue, contribution, withdrawal, inflation, model, goal } = config;
  const plan = { horizon: detail.horizon, initialValue, contribution, withdrawal, inflation };
  const { paidInBy } = cashFlowsOf(plan, periodsPerYear);
  return {
    method,
    currency,
    frequency,
    periodsPerYear,
    plan: { model, initialValue, goal },
    detail,
    paidIn: detail.fan.steps.map((step) => paidInBy[step] ?? NaN),
  };
}
