import { RISK_MEASURES } from "../optimization/risk/mod.ts";
import type { Metrics } from "./figures.ts";
import type { FrontierResult, MethodResult } from "./run_result.ts";

type FrontierMeasure = Pick<FrontierResult, "measure" | "confidence">;

/**
 * Returns the risk of a method's weights by the risk measure of a frontier: the value of the method's objective if the
 * method minimised that measure, otherwise its metric (see `riskOfMetrics`). Null if the result has neither.
 */
export function riskOfMethod(
  { objective, parameters, metrics }: Pick<MethodResult, "objective" | "parameters" | "metrics">,
  frontier: FrontierMeasure,
): number | null {
  const told = toldMeasure(frontier);
  if (told === null) return null;
  const isMinimised = objective?.name === told.name && (parameters.confidence ?? null) === frontier.confidence;
  return isMinimised ? objective.value : riskOfMetrics(metrics, frontier);
}

/**
 * Returns the metric that equals the risk measure of a frontier. Null if there is none: if the frontier has another
 * than the default confidence level, which metrics use, and for drawdowns, which compound returns in metrics but not in
 * frontiers.
 */
export function riskOfMetrics(metrics: Metrics | null | undefined, frontier: FrontierMeasure): number | null {
  const told = toldMeasure(frontier);
  if (told === null || told.isOfHistory || told.confidence !== frontier.confidence) return null;
  return metrics?.[told.name] ?? null;
}

/**
 * Returns the name and the default confidence level of a risk measure. Null if the measure is unknown or has parameters
 * that a frontier does not show.
 */
function toldMeasure(
  { measure: word }: FrontierMeasure,
): { readonly name: string; readonly isOfHistory: boolean; readonly confidence: unknown } | null {
  const measure = RISK_MEASURES.get(word);
  if (measure === undefined) return null;
  const { confidence = null, ...others } = Object(measure.parameters.parse({}));
  if (Object.keys(others).length > 0) return null;
  return { name: measure.name, isOfHistory: measure.isOfHistory ?? false, confidence };
}
