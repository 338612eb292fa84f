import { riskOfMethod, riskOfMetrics } from "../../documents/frontier_risk.ts";
import { isSquaredMeasure, measureName, measurePeriod } from "../../documents/measure_name.ts";
import type { FrontierResult } from "../../documents/run_result.ts";
import type { FrontierMeasure } from "./frontier_chart.ts";

/** Returns what the frontier chart must know of a frontier's risk measure, from the list of measures. */
export function frontierMeasure(frontier: FrontierResult): FrontierMeasure {
  const { measure, confidence } = frontier;
  const level = confidence === null ? "" : ` (${Number((100 * confidence).toPrecision(6))} %)`;
  const name = `${measureName(measure)}${level}`, period = measurePeriod(measure);
  return {
    label: period === null ? name : `${name}, ${period}`,
    isSquared: isSquaredMeasure(measure),
    riskOfMethod: (method) => riskOfMethod(method, frontier),
    riskOfMetrics: (metrics) => riskOfMetrics(metrics, frontier),
  };
}
