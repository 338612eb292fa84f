import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";
import { relativisticTail } from "./relativistic_tail.ts";

const KAPPA = 0.3;

/** The relativistic value at risk of the returns and that of their negatives. */
export const relativisticValueAtRiskRange: Measure = defineHistoryMeasure(
  {
    id: "rlvar_range",
    unit: "per_period",
    documentation: {
      title: "Range of relativistic values at risk",
      formula: "RLVaR(x) + RLVaR(-x), k = 0.3",
      reference: "Cajas, D. (2023), Portfolio Optimization of Relativistic Value at Risk, SSRN 4378498",
    },
  },
  ({ losses, values }, { confidence }) =>
    relativisticTail(losses, { confidence, kappa: KAPPA }).value +
    relativisticTail(values, { confidence, kappa: KAPPA }).value,
);
