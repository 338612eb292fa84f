import { type Registry, registry } from "../../domain/registry.ts";
import type { Method } from "../method.ts";
import { efficientReturn } from "./efficient_return.ts";
import { efficientRisk } from "./efficient_risk.ts";
import { equalWeight } from "./equal_weight.ts";
import { hold } from "./hold.ts";
import { inverseVolatility } from "./inverse_volatility.ts";
import { maxQuadraticUtility } from "./max_quadratic_utility.ts";
import { maxReturn } from "./max_return.ts";
import { maxSharpe } from "./max_sharpe.ts";
import { minCvar } from "./min_cvar.ts";
import { minMad } from "./min_mad.ts";
import { minSemideviation } from "./min_semideviation.ts";
import { minVolatility } from "./min_volatility.ts";

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
]);
