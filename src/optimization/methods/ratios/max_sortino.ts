import type { Method } from "../method.ts";
import type { NoParameters } from "../../../domain/no_parameters.ts";
import { deviationBelowRate } from "../../risk/deviation_below_rate.ts";
import { ratioTo } from "./ratio_to.ts";

/**
 * Maximises the expected excess return less costs, divided by the downside deviation below the risk-free rate, under
 * the rules.
 */
export const maxSortino: Method<NoParameters> = ratioTo(
  {
    id: "max_sortino",
    documentation: {
      title: "Maximum Sortino ratio",
      formula: "maximise (m'w - rf) / sqrt(Σ min(x - rf, 0)² / T)",
      reference: "Sortino, Price (1994), Performance measurement in a downside risk framework, Journal of Investing 3",
      paragraph:
        "The portfolio that earns most per unit of deviation below the risk-free rate: returns above the rate are no " +
        "risk.",
    },
  },
  deviationBelowRate,
  { name: "sortino_ratio" },
);
