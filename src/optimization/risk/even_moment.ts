import { z } from "zod";
import { order } from "./order.ts";
import { powerMeanMeasure } from "./power_mean_measure.ts";
import type { RiskMeasure } from "./risk_measure.ts";

const parameters = z.strictObject({ order });

/**
 * Even central moment of order p, in the unit of a variance: (Σ (x_t - mean)^(2p) / T)^(1 / p). Cajas (2022), Convex
 * optimization of portfolio kurtosis.
 */
export const evenMoment: RiskMeasure<z.output<typeof parameters>> = powerMeanMeasure(
  {
    id: "even_moment",
    documentation: {
      title: "Even moment",
      formula: "(Σ (x - m)^(2 order) / T)^(1 / order), m the mean",
      reference: "Cajas (2022), Convex optimization of portfolio kurtosis",
      paragraph:
        "An even central moment in the unit of a square: the higher the order, the more large deviations count. Of " +
        "order 2 it is the square root kurtosis.",
    },
    parameters,
  },
  ({ order }) => ({ order, isBelow: false }),
);
