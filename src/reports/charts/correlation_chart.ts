import type { OptimizationResult } from "../../documents/run_result.ts";
import type { HeatmapChart } from "./chart_description.ts";
import type { Notation } from "./notation.ts";
import { REPORT_NOTATION } from "./report_notation.ts";

const ASSETS_AT_MOST = 60;

/** The part of a run's result that its correlations are drawn from. */
export interface CorrelatedResult {
  readonly estimates: {
    readonly covariance: Pick<OptimizationResult["estimates"]["covariance"], "assets" | "matrix">;
  };
  readonly methods: readonly Pick<OptimizationResult["methods"][number], "weights">[];
}

/**
 * Describes the heat map of the assets' correlations from the run's covariance matrix. Of many assets only those with
 * the largest weights are shown. Null where there are fewer than two assets.
 */
export function correlationChart(
  { estimates: { covariance }, methods }: CorrelatedResult,
  { number }: Notation = REPORT_NOTATION,
): HeatmapChart | null {
  const { assets, matrix } = covariance;
  if (assets.length < 2) return null;
  const weightOf = (asset: string): number =>
    methods.reduce((size, { weights }) => Math.max(size, Math.abs(weights?.[asset] ?? 0)), 0);
  const indexes = assets.map((_, index) => index);
  const sizes = assets.map(weightOf);
  const shown = indexes.toSorted((a, b) => sizes[b] - sizes[a]).slice(0, ASSETS_AT_MOST).sort((a, b) => a - b);
  const deviations = indexes.map((index) => Math.sqrt(matrix[index][index]));
  return {
    kind: "heatmap",
    title: "Correlation",
    subtitle: shown.length === assets.length
      ? null
      : `The ${number(shown.length)} assets with the largest weights of ${number(assets.length)}`,
    names: shown.map((index) => assets[index]),
    values: shown.map((row) =>
      shown.map((column) => row === column ? 1 : matrix[row][column] / (deviations[row] * deviations[column]))
    ),
  };
}
