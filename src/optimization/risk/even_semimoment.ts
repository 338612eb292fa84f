import { z } from "zod";
import { order } from "./order.ts";
import { powerMeanMeasure } from "./power_mean_measure.ts";
import type { RiskMeasure } from "./risk_measure.ts";

const parameters = z.strictObject({ order });

/**
 * An even central moment below the mean, in the unit of a square: (Σ min(x - mean, 0)^(2p) / T)^(1 / p) for an order p.
 * Cajas (2022), Convex optimization of portfolio kurtosis.
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
