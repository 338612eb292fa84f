import type { Registry } from "../../domain/registry.ts";
import { composeMethods } from "./compose_methods.ts";
import type { Method } from "./method.ts";
import { criticalLine } from "./mean_variance/critical_line.ts";
import { drCvar } from "./robust/dr_cvar.ts";
import { efficientReturn } from "./mean_variance/efficient_return.ts";
import { efficientRisk } from "./mean_variance/efficient_risk.ts";
import { equalWeight } from "./naive/equal_weight.ts";
import { herc } from "./hierarchical/herc.ts";
import { hold } from "./naive/hold.ts";
import { hrp } from "./hierarchical/hrp.ts";
import { inverseVolatility } from "./naive/inverse_volatility.ts";
import { kelly } from "./mean_variance/kelly.ts";
import { maxCalmar } from "./ratios/max_calmar.ts";
import { maxDecorrelation } from "./mean_variance/max_decorrelation.ts";
import { maxDiversification } from "./mean_variance/max_diversification.ts";
import { maxMartin } from "./ratios/max_martin.ts";
import { maxOmega } from "./ratios/max_omega.ts";
import { maxInformationRatio } from "./benchmark/max_information_ratio.ts";
import { maxQuadraticUtility } from "./mean_variance/max_quadratic_utility.ts";
import { maxReturn } from "./mean_variance/max_return.ts";
import { maxReturnCdar } from "./ratios/max_return_cdar.ts";
import { maxReturnCvar } from "./ratios/max_return_cvar.ts";
import { maxReturnEvar } from "./ratios/max_return_evar.ts";
import { maxSharpe } from "./mean_variance/max_sharpe.ts";
import { minAverageDrawdown } from "./downside/min_average_drawdown.ts";
import { minCdar } from "./downside/min_cdar.ts";
import { riskParity } from "./risk_budgeting/risk_parity.ts";
import { maxSortino } from "./ratios/max_sortino.ts";
import { meanRisk } from "./general/mean_risk.ts";
import { minCvar } from "./downside/min_cvar.ts";
import { minGini } from "./downside/min_gini.ts";
import { minMaxDrawdown } from "./downside/min_max_drawdown.ts";
import { minEdar } from "./downside/min_edar.ts";
import { minEvar } from "./downside/min_evar.ts";
import { minMad } from "./downside/min_mad.ts";
import { minSemideviation } from "./downside/min_semideviation.ts";
import { minUlcerIndex } from "./downside/min_ulcer_index.ts";
import { minTrackingError } from "./benchmark/min_tracking_error.ts";
import { minVolatility } from "./mean_variance/min_volatility.ts";
import { minWorstRealization } from "./downside/min_worst_realization.ts";
import { nco } from "./hierarchical/nco.ts";
import { robustMeanVariance } from "./robust/robust_mean_variance.ts";
import { schur } from "./hierarchical/schur.ts";

/** All methods of requests, by group, in the order of the catalogue. */
export const METHODS: Registry<Method> = composeMethods([
  equalWeight,
  inverseVolatility,
  hold,
  minVolatility,
  maxSharpe,
  maxReturn,
  maxQuadraticUtility,
  efficientRisk,
  efficientReturn,
  criticalLine,
  maxDiversification,
  maxDecorrelation,
  kelly,
  riskParity,
  minSemideviation,
  minMad,
  minGini,
  minCvar,
  minEvar,
  minWorstRealization,
  minAverageDrawdown,
  minMaxDrawdown,
  minCdar,
  minEdar,
  minUlcerIndex,
  maxSortino,
  maxOmega,
  maxReturnCvar,
  maxReturnEvar,
  maxCalmar,
  maxReturnCdar,
  maxMartin,
  meanRisk,
  hrp,
  herc,
  nco,
  schur,
  robustMeanVariance,
  drCvar,
  minTrackingError,
  maxInformationRatio,
]);

export {
  ENFORCED_ALONG_FRONTIER,
  FRONTIER_BRANCHES,
  frontierNeeds,
  frontierNeedsHistory,
  frontierParameters,
  MOST_FRONTIER_POINTS,
} from "../frontier_parameters.ts";
