import type { RunFigures } from "../run_figures.ts";

/** A chart of a run. */
export interface RunChart {
  /** `weights`, `cumulative_return`, `drawdown`, `frontier`, `risk_contributions` or `correlation`. */
  readonly name: string;
  readonly svg: string;
}

/** The charts that a result has figures for. */
export function runCharts(_result: RunFigures): readonly RunChart[] {
  return [];
}
