import type { BacktestSection, DescribedMeasure, PreflightRanges, RunResult, Shares } from "./documents.ts";
import type { SimulationSource } from "./simulation_figures.ts";

/** Documents that the gallery of charts draws. */
export interface GalleryDocuments {
  readonly result: RunResult;
  readonly backtest: BacktestSection;
  readonly simulation: SimulationSource;
  readonly ranges: PreflightRanges;
  readonly measures: readonly DescribedMeasure[];
  readonly held: Shares;
}
