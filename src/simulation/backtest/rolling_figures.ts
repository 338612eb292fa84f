import type { Kernels } from "../../kernels/mod.ts";
import type { MeasureContext } from "../../measures/measure.ts";
import { annualVolatility } from "../../measures/annual_volatility.ts";
import { ReturnSeries } from "../../measures/return_series.ts";
import { sharpeRatio } from "../../measures/sharpe_ratio.ts";

/**
 * Rolling annual volatility and Sharpe ratio of a return series: one value per return, over the last `window` returns.
 * A value is null until the window is full, or if the figure is not defined.
 */
export interface Rolling {
  readonly window: number;
  readonly volatility: readonly (number | null)[];
  readonly sharpeRatio: readonly (number | null)[];
}

const LEAST_WINDOW = 2;

/**
 * Returns rolling annual volatility and Sharpe ratio of a return series. The window is one year of periods, or half of
 * the returns if they span less than two years, but at least two periods.
 */
export function rollingFigures(returns: Float64Array, context: MeasureContext, kernels: Kernels): Rolling {
  const window = Math.max(LEAST_WINDOW, Math.min(Math.round(context.periodsPerYear), Math.floor(returns.length / 2)));
  const windows = Array.from(
    returns,
    (_, t) => t < window - 1 ? null : new ReturnSeries(returns.subarray(t - window + 1, t + 1), kernels),
  );
  const at = (compute: typeof sharpeRatio.compute): (number | null)[] =>
    windows.map((series) => series && compute(series, context));
  return { window, volatility: at(annualVolatility.compute), sharpeRatio: at(sharpeRatio.compute) };
}
