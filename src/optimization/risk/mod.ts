import { type Registry, registry } from "../../domain/registry.ts";
import { averageDrawdown } from "./average_drawdown.ts";
import { conditionalDrawdownAtRisk } from "./conditional_drawdown_at_risk.ts";
import { conditionalValueAtRisk } from "./conditional_value_at_risk.ts";
import { conditionalValueAtRiskRange } from "./conditional_value_at_risk_range.ts";
import { firstLowerPartialMoment } from "./first_lower_partial_moment.ts";
import { gini } from "./gini.ts";
import { maxDrawdown } from "./max_drawdown.ts";
import { entropicDrawdownAtRisk } from "./entropic_drawdown_at_risk.ts";
import { entropicValueAtRisk } from "./entropic_value_at_risk.ts";
import { entropicValueAtRiskRange } from "./entropic_value_at_risk_range.ts";
import { meanAbsoluteDeviation } from "./mean_absolute_deviation.ts";
import { range } from "./range.ts";
import { squareRootKurtosis } from "./square_root_kurtosis.ts";
import { squareRootSemikurtosis } from "./square_root_semikurtosis.ts";
import { evenMoment } from "./even_moment.ts";
import { evenSemimoment } from "./even_semimoment.ts";
import { relativisticValueAtRisk } from "./relativistic_value_at_risk.ts";
import { relativisticDrawdownAtRisk } from "./relativistic_drawdown_at_risk.ts";
import { relativisticValueAtRiskRange } from "./relativistic_value_at_risk_range.ts";
import { tailGini } from "./tail_gini.ts";
import { tailGiniRange } from "./tail_gini_range.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { secondLowerPartialMoment } from "./second_lower_partial_moment.ts";
import { semideviation } from "./semideviation.ts";
import { ulcerIndex } from "./ulcer_index.ts";
import { variance } from "./variance.ts";
import { volatility } from "./volatility.ts";
import { worstRealization } from "./worst_realization.ts";

/** All measures of risk that can be optimised. */
export const RISK_MEASURES: Registry<RiskMeasure> = registry<RiskMeasure>([
  volatility,
  variance,
  semideviation,
  meanAbsoluteDeviation,
  gini,
  conditionalValueAtRisk,
  entropicValueAtRisk,
  worstRealization,
  averageDrawdown,
  maxDrawdown,
  conditionalDrawdownAtRisk,
  entropicDrawdownAtRisk,
  ulcerIndex,
  squareRootKurtosis,
  squareRootSemikurtosis,
  evenMoment,
  evenSemimoment,
  firstLowerPartialMoment,
  secondLowerPartialMoment,
  tailGini,
  relativisticValueAtRisk,
  relativisticDrawdownAtRisk,
  range,
  conditionalValueAtRiskRange,
  tailGiniRange,
  entropicValueAtRiskRange,
  relativisticValueAtRiskRange,
]);

export { needsOfMeasure, type RiskMeasure } from "./risk_measure.ts";
