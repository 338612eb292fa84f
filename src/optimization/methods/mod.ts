import { type Registry, registry } from "../../domain/registry.ts";
import { ENFORCED } from "./enforced.ts";
import type { Method } from "./method.ts";
import { efficientReturn } from "./mean_variance/efficient_return.ts";
import { efficientRisk } from "./mean_variance/efficient_risk.ts";
import { equalWeight } from "./naive/equal_weight.ts";
import { hold } from "./naive/hold.ts";
import { inverseVolatility } from "./naive/inverse_volatility.ts";
import { maxQuadraticUtility } from "./mean_variance/max_quadratic_utility.ts";
import { maxReturn } from "./mean_variance/max_return.ts";
import { maxSharpe } from "./mean_variance/max_sharpe.ts";
import { minCvar } from "./downside/min_cvar.ts";
import { minMad } from "./downside/min_mad.ts";
import { minSemideviation } from "./downside/min_semideviation.ts";
import { minTrackingError } from "./benchmark/min_tracking_error.ts";
import { minVolatility } from "./mean_variance/min_volatility.ts";

/** Every method that a request may name, in the order of the catalogue. */
export const METHODS: Registry<Method> = registry<Method>([
  equalWeight,
  inverseVolatility,
  hold,
  minVolatility,
  maxSharpe,
  maxReturn,
  maxQuadraticUtility,
  efficientRisk,
  efficientReturn,
  minSemideviation,
  minMad,
  minCvar,
  minTrackingError,
]);

/**
 * The families whose rules hold along an efficient frontier: its points are portfolios of least risk for their return.
 */
export const ENFORCED_ALONG_FRONTIER: ReadonlySet<string> = ENFORCED.byRiskMinimisers;
