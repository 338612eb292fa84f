import { RISK_MEASURES } from "../optimization/risk/mod.ts";
import type { Metrics } from "./figures.ts";
import type { FrontierResult, MethodResult } from "./run_result.ts";

type FrontierMeasure = Pick<FrontierResult, "measure" | "confidence">;

/**
 * The risk of a method's weights by the measure of a frontier: what it minimised, or its metric; null where the result
 * has neither.
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
 * The metric that is the measure of a frontier; null where there is none: metrics are at the default confidence, and
 * their drawdowns are of compounded returns, those of a frontier are not.
 */
export function riskOfMetrics(metrics: Metrics | null | undefined, frontier: FrontierMeasure): number | null {
  const told = toldMeasure(frontier);
  if (told === null || told.isOfHistory || told.confidence !== frontier.confidence) return null;
  return metrics?.[told.name] ?? null;
}

/** A measure of which a frontier tells every parameter, with its default confidence; null of any other. */
function toldMeasure(
  { measure: word }: FrontierMeasure,
): { readonly name: string; readonly isOfHistory: boolean; readonly confidence: unknown } | null {
  const measure = RISK_MEASURES.get(word);
  if (measure === undefined) return null;
  const { confidence = null, ...others } = Object(measure.parameters.parse({}));
  if (Object.keys(others).length > 0) return null;
  return { name: measure.name, isOfHistory: measure.isOfHistory ?? false, confidence };
}
