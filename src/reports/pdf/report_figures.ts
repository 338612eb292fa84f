import type { Documentation } from "../../domain/documentation.ts";
import type { BacktestSection } from "../../documents/backtest_section.ts";
import type { OptimizationResult } from "../../documents/run_result.ts";
import type { ChartedSimulation } from "../charts/simulation_charts.ts";

/** Stored figures of a run that its report is made from. */
export interface ReportFigures {
  /** Name of the reported run; null where it has none. */
  readonly name: string | null;
  /** Result of the run, with a backtest from within or beside the run; the backtest is null where there is none. */
  readonly result: Omit<OptimizationResult, "monte_carlo">;
  /** Finished simulations of the run, the oldest first. */
  readonly simulations: readonly ChartedSimulation[];
  /** Documentation of every method, by method id. */
  readonly documentation: ReadonlyMap<string, Documentation>;
  /** When the run finished, ISO 8601; null for a local run, whose report is dated by the last day of its data. */
  readonly finishedAt: string | null;
}

/** Figures that the report of a backtest is made from. */
export interface BacktestFigures {
  /** Name of the run or the backtest; null where it has none. */
  readonly name: string | null;
  readonly section: BacktestSection;
}

/** Returns the title of a report: the name of the run, or a default where it has none. */
export function titleOf({ name }: { readonly name: string | null }): string {
  return name === null || name.trim() === "" ? "Portfolio optimization" : name;
}
