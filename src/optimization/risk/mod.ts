import { type Registry, registry } from "../../domain/registry.ts";
import { conditionalValueAtRisk } from "./conditional_value_at_risk.ts";
import { meanAbsoluteDeviation } from "./mean_absolute_deviation.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { semideviation } from "./semideviation.ts";
import { volatility } from "./volatility.ts";

/** Every measure of risk that can be optimised. */
export const RISK_MEASURES: Registry<RiskMeasure> = registry<RiskMeasure>([
  volatility,
  semideviation,
  meanAbsoluteDeviation,
  conditionalValueAtRisk,
]);
