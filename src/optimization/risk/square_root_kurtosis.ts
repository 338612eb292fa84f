import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { powerMeanMeasure } from "./power_mean_measure.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/**
 * The root of the fourth central moment: sqrt(Σ (x - mean)⁴ / T). Cajas (2022), Convex optimization of portfolio
 * kurtosis.
 */
export const squareRootKurtosis: RiskMeasure<NoParameters> = powerMeanMeasure(
  { id: "square_root_kurtosis", parameters: noParameters },
  () => ({ order: 2, isBelow: false }),
);
