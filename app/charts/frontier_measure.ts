import type { FrontierMeasure } from "../../src/reports/charts/frontier_chart.ts";
import type { Notation } from "../../src/reports/charts/notation.ts";
import type { DescribedMeasure, FrontierResult } from "./documents.ts";
import { READERS_NOTATION } from "./readers_notation.ts";

const LEVEL_DECIMALS = { least: 0, most: 4 } as const;

/**
 * Returns what the frontier chart must know of a frontier's risk measure, from the measures that the service describes.
 * A measure that is not among them is named by its word, and methods have no place on its chart.
 */
export function frontierMeasure(
  { measure, confidence }: Pick<FrontierResult, "measure" | "confidence">,
  measures: readonly DescribedMeasure[],
  { percent }: Notation = READERS_NOTATION,
): FrontierMeasure {
  const described = measures.find(({ id }) => id === measure);
  if (described === undefined) {
    return { label: measure, isSquared: false, riskOfMethod: () => null, riskOfMetrics: () => null };
  }
  const { name, metric, squared, annual, needs_dates, parameters } = described;
  const level = confidence === null ? "" : ` (${percent(confidence, LEVEL_DECIMALS)})`;
  const period = annual ? ", annual" : needs_dates ? "" : ", per period";
  const isTold = parameters.every((parameter) => parameter.name === "confidence");
  const usual = parameters.find((parameter) => parameter.name === "confidence")?.default ?? null;
  const riskOfMetrics: FrontierMeasure["riskOfMetrics"] = (metrics) =>
    isTold && !needs_dates && usual === confidence ? metrics?.[metric] ?? null : null;
  return {
    label: `${name}${level}${period}`,
    isSquared: squared,
    riskOfMethod: ({ objective, parameters: chosen, metrics }) =>
      isTold && objective !== null && objective.name === metric && (chosen.confidence ?? null) === confidence
        ? objective.value
        : riskOfMetrics(metrics),
    riskOfMetrics,
  };
}
