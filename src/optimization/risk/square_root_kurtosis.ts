import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { powerMeanMeasure } from "./power_mean_measure.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/** Square root kurtosis, sqrt(Σ (x_t - mean)⁴ / T). Cajas (2022), Convex optimization of portfolio kurtosis. */
export const squareRootKurtosis: RiskMeasure<NoParameters> = powerMeanMeasure(
  {
    id: "square_root_kurtosis",
    documentation: {
      title: "Square root kurtosis",
      formula: "sqrt(Σ (x - m)⁴ / T), m the mean",
      reference: "Cajas (2022), Convex optimization of portfolio kurtosis",
      paragraph:
        "The root of the fourth central moment: large deviations of either sign weigh far more than in the variance.",
    },
    parameters: noParameters,
  },
  () => ({ order: 2, isBelow: false }),
);
