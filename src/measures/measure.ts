import type { Matrix } from "../domain/matrix.ts";
import type { PeriodsPerYear } from "../domain/frequency.ts";
import type { Kernels } from "../kernels/mod.ts";
import type { ReturnSeries } from "./return_series.ts";

/** What a measure may know beside the series. */
export interface MeasureContext {
  /** Annual; divided by the periods of a year where a measure needs it per period. */
  readonly riskFreeRate: number;
  readonly periodsPerYear: PeriodsPerYear;
  /** Of the level-based measures, 0.95 in every metric of the API. */
  readonly confidence: number;
  /** Simple returns on the dates of the series. */
  readonly benchmark: Float64Array | null;
  /** Null for an asset and for the benchmark. */
  readonly portfolio: PortfolioContext | null;
}

/** The weights behind a series, with the moments that they were optimised on. */
export interface PortfolioContext {
  readonly weights: Float64Array;
  /** Per period. */
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
  /** Zeros where the portfolio is bought from cash. */
  readonly startingWeights: Float64Array;
  /** Sum of the sizes of starting weights in assets outside the run, which count as sold. */
  readonly startingWeightOutside: number;
}

/** One measure of risk or performance: one file, one line in `mod.ts`. */
export interface Measure {
  readonly id: string;
  readonly documentation: { readonly title: string; readonly formula: string; readonly reference: string };
  /** `annual` figures are scaled by the periods of a year, `per_period` ones are not. */
  readonly unit: "annual" | "per_period";
  /** `fraction` is one of wealth, shown in percent; ratios, counts and moments without a unit are `number`. */
  readonly figure: "fraction" | "number";
  /** `series`: needs a history; `portfolio`: needs the weights, a history or not. */
  readonly needs: "series" | "benchmark" | "portfolio";
  /**
   * Null where it is not defined (no losses, no variation, no benchmark), never NaN or infinite. `series` is null where
   * only moments are known.
   */
  compute(series: ReturnSeries | null, context: MeasureContext, kernels: Kernels): number | null;
}
