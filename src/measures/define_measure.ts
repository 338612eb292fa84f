import type { Measure, MeasureContext, PortfolioContext } from "./measure.ts";
import type { ReturnSeries } from "./return_series.ts";

type Description = Pick<
  Measure,
  "id" | "documentation" | "unit" | "figure" | "isBeyondStandard" | "isOfOrder" | "weighsRows"
>;

/**
 * Defines a measure of a return history. Its value is null without any period, and if `compute` returns null or a
 * number that is not finite.
 */
export function defineHistoryMeasure(
  description: Description,
  compute: (series: ReturnSeries, context: MeasureContext) => number | null,
): Measure {
  return {
    ...description,
    needs: "series",
    compute: (series, context) =>
      series === null || series.values.length === 0 ? null : finiteOrNull(compute(series, context)),
  };
}

/**
 * Defines a measure of a return history against a benchmark on the same dates. Its value is null if the history or the
 * benchmark is missing or empty, and if `compute` returns null or a number that is not finite. Throws a `RangeError` if
 * their lengths differ.
 */
export function defineBenchmarkMeasure(
  description: Description,
  compute: (series: ReturnSeries, benchmark: ReturnSeries, context: MeasureContext) => number | null,
): Measure {
  return {
    ...description,
    needs: "benchmark",
    compute(series, context) {
      const { benchmark } = context;
      if (series === null || series.values.length === 0 || benchmark === null) return null;
      const periods = series.values.length, benchmarkPeriods = benchmark.values.length;
      if (benchmarkPeriods !== periods) {
        throw new RangeError(`A benchmark of ${benchmarkPeriods} periods beside a series of ${periods}`);
      }
      return finiteOrNull(compute(series, benchmark, context));
    },
  };
}

/**
 * Defines a measure of portfolio weights, which needs no history. Its value is null for a single asset and for the
 * benchmark, which have no weights, and if `compute` returns null or a number that is not finite.
 */
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

/** Returns the value of a measure, with -0 as 0; null if it is NaN or infinite. */
export function finiteOrNull(value: number | null): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}
