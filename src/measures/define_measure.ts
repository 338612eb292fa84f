import type { Kernels } from "../kernels/mod.ts";
import type { Measure, MeasureContext, PortfolioContext } from "./measure.ts";
import type { ReturnSeries } from "./return_series.ts";

type Description = Pick<Measure, "id" | "documentation" | "unit" | "figure">;

/**
 * A measure of a history of at least one period; null without one, and where `compute` answers null or no finite
 * number.
 */
export function defineHistoryMeasure(
  description: Description,
  compute: (series: ReturnSeries, context: MeasureContext, kernels: Kernels) => number | null,
): Measure {
  return {
    ...description,
    needs: "series",
    compute: (series, context, kernels) =>
      series === null || series.values.length === 0 ? null : finiteOrNull(compute(series, context, kernels)),
  };
}

/**
 * A measure of a history against the benchmark's on the same dates; null without either. Throws a RangeError where
 * their lengths differ.
 */
export function defineBenchmarkMeasure(
  description: Description,
  compute: (series: Float64Array, benchmark: Float64Array, context: MeasureContext) => number | null,
): Measure {
  return {
    ...description,
    needs: "benchmark",
    compute(series, context) {
      const { benchmark } = context;
      if (series === null || series.values.length === 0 || benchmark === null) return null;
      const { values } = series;
      if (benchmark.length !== values.length) {
        throw new RangeError(`A benchmark of ${benchmark.length} periods beside a series of ${values.length}`);
      }
      return finiteOrNull(compute(values, benchmark, context));
    },
  };
}

/** A measure of the weights, with a history or without; null for an asset and for the benchmark. */
export function definePortfolioMeasure(
  description: Description,
  compute: (portfolio: PortfolioContext) => number | null,
): Measure {
  return {
    ...description,
    needs: "portfolio",
    compute: (_series, { portfolio }) => portfolio === null ? null : finiteOrNull(compute(portfolio)),
  };
}

/** The number, with -0 as 0; null where it is NaN or infinite. */
export function finiteOrNull(value: number | null): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}
