import type { Documentation } from "../domain/documentation.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { ReturnSeries } from "./return_series.ts";

/** Type of the inputs of a measure besides the return series. */
export interface MeasureContext {
  /** Annual risk-free rate. Measures that need it per period divide it by the periods per year. */
  readonly riskFreeRate: number;
  readonly periodsPerYear: number;
  /** Confidence level of the tail measures; 0.95 in all metrics of the API. */
  readonly confidence: number;
  /** Simple returns of the benchmark on the dates of the series; null without a benchmark. */
  readonly benchmark: ReturnSeries | null;
  /** Weights and moments of the portfolio; null for a single asset and for the benchmark. */
  readonly portfolio: PortfolioContext | null;
}

/**
 * Portfolio behind a return series: its weights, and the expected returns and covariance that they were optimised with.
 */
export interface PortfolioContext {
  readonly weights: Float64Array;
  /** Expected returns of the portfolio's assets, per period. */
  readonly expectedReturns: Float64Array;
  readonly covariance: Matrix;
  /** Weights of the starting portfolio; zeros if the portfolio is bought from cash. */
  readonly startingWeights: Float64Array;
  /** Sum of the absolute starting weights in assets outside the run, which count as sold. */
  readonly startingWeightOutside: number;
  /** What holding the weights costs in each period, already taken from the return series; nothing if absent. */
  readonly carry?: number;
}

/** A measure of risk or performance. Each has its own file and one line in `mod.ts`. */
export interface Measure {
  readonly id: string;
  readonly documentation: Documentation;
  /** Whether the value of the measure is scaled to a year (`annual`) or not (`per_period`). */
  readonly unit: "annual" | "per_period";
  /**
   * Kind of value that the measure has: a `fraction` of wealth is shown in percent; ratios, counts and moments without
   * a unit are a `number`.
   */
  readonly figure: "fraction" | "number";
  /**
   * Data that the measure needs: a return history (`series`), a return history and a benchmark (`benchmark`), or only
   * the weights and moments of a portfolio (`portfolio`).
   */
  readonly needs: "series" | "benchmark" | "portfolio";
  /** Whether the standard statistics of an asset leave the measure out. A portfolio always has the measure. */
  readonly isBeyondStandard?: true;
  /** Whether the measure follows returns in the order of their dates. It is null for scenarios, which have none. */
  readonly isOfOrder?: true;
  /** Whether the measure weighs returns by their probabilities. One of returns that does not is null for such. */
  readonly weighsRows?: true;
  /**
   * Computes the measure. Returns null, never NaN or infinity, if it is undefined (no losses, no variation, no
   * benchmark). `series` is null if only moments are known.
   */
  compute(series: ReturnSeries | null, context: MeasureContext): number | null;
}
