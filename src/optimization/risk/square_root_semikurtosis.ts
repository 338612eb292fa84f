import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { powerMeanMeasure } from "./power_mean_measure.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/**
 * Square root semikurtosis, sqrt(Σ min(x_t - mean, 0)⁴ / T). Cajas (2022), Convex optimization of portfolio kurtosis.
 */
export const squareRootSemikurtosis: RiskMeasure<NoParameters> = powerMeanMeasure(
  {
    id: "square_root_semikurtosis",
    documentation: {
      title: "Square root semikurtosis",
      formula: "sqrt(Σ min(x - m, 0)⁴ / T), m the mean",
      reference: "Cajas (2022), Convex optimization of portfolio kurtosis",
      paragraph:
        "The root of the fourth central moment below the mean: large losses weigh far more than in the semideviation.",
    },
    parameters: noParameters,
  },
  () => ({ order: 2, isBelow: true }),
);
