import { z } from "zod";
import { order } from "./order.ts";
import { powerMeanMeasure } from "./power_mean_measure.ts";
import type { RiskMeasure } from "./risk_measure.ts";

const parameters = z.strictObject({ order });

/**
 * Even central semimoment of order p, in the unit of a variance: (Σ min(x_t - mean, 0)^(2p) / T)^(1 / p). Cajas (2022),
 * Convex optimization of portfolio kurtosis.
 */
export const evenSemimoment: RiskMeasure<z.output<typeof parameters>> = powerMeanMeasure(
  {
    id: "even_semimoment",
    documentation: {
      title: "Even semimoment",
      formula: "(Σ min(x - m, 0)^(2 order) / T)^(1 / order), m the mean",
      reference: "Cajas (2022), Convex optimization of portfolio kurtosis",
      paragraph: "An even central moment of the deviations below the mean, in the unit of a square.",
    },
    parameters,
  },
  ({ order }) => ({ order, isBelow: true }),
);
