import type { Documentation } from "../../domain/documentation.ts";
import type { BacktestSection } from "../../documents/backtest_section.ts";
import type { OptimizationResult } from "../../documents/run_result.ts";
import type { ChartedSimulation } from "../charts/simulation_charts.ts";

/** The stored figures of a run that a report is made of. */
export interface ReportFigures {
  /** Null where the run has none. */
  readonly name: string | null;
  /** With the backtest within the run, or one beside it; null where there is none. */
  readonly result: Omit<OptimizationResult, "monte_carlo">;
  /** Those of the run that are finished, the oldest first. */
  readonly simulations: readonly ChartedSimulation[];
  /** Of every method, by its id. */
  readonly documentation: ReadonlyMap<string, Documentation>;
  /** ISO 8601: when the run finished; null of a local run, whose report bears the last day of its data. */
  readonly finishedAt: string | null;
}

/** What a report of a backtest is made of. */
export interface BacktestFigures {
  /** Of the run or the backtest; null where it has none. */
  readonly name: string | null;
  readonly section: BacktestSection;
}

/** The words that stand for a run without a name. */
export function titleOf({ name }: { readonly name: string | null }): string {
  return name === null || name.trim() === "" ? "Portfolio optimization" : name;
}
