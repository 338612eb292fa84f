import type { Kernels } from "../../kernels/mod.ts";
import type { MeasureContext } from "../../measures/measure.ts";
import { annualVolatility } from "../../measures/annual_volatility.ts";
import { ReturnSeries } from "../../measures/return_series.ts";
import { sharpeRatio } from "../../measures/sharpe_ratio.ts";

/**
 * Annual figures of the last `window` returns at each of them; null until there are as many, and where a figure is not
 * defined.
 */
export interface Rolling {
  readonly window: number;
  readonly volatility: readonly (number | null)[];
  readonly sharpeRatio: readonly (number | null)[];
}

const LEAST_WINDOW = 2;

/** The window is a year of periods, or half of the returns where they are fewer than two years. */
export function rollingFigures(returns: Float64Array, context: MeasureContext, kernels: Kernels): Rolling {
  const window = Math.max(LEAST_WINDOW, Math.min(context.periodsPerYear, Math.floor(returns.length / 2)));
  const windows = Array.from(
    returns,
    (_, t) => t < window - 1 ? null : new ReturnSeries(returns.subarray(t - window + 1, t + 1)),
  );
  const at = (compute: typeof sharpeRatio.compute): (number | null)[] =>
    windows.map((series) => series && compute(series, context, kernels));
  return { window, volatility: at(annualVolatility.compute), sharpeRatio: at(sharpeRatio.compute) };
}
