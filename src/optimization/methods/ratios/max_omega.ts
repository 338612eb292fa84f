import type { Method } from "../method.ts";
import type { NoParameters } from "../../../domain/no_parameters.ts";
import { shortfallBelowRate } from "../../risk/shortfall_below_rate.ts";
import { ratioTo } from "./ratio_to.ts";

/**
 * Maximises the Omega ratio under the rules. It is 1 plus a quotient: the expected excess return less costs, divided by
 * the mean shortfall below the risk-free rate.
 */
export const maxOmega: Method<NoParameters> = ratioTo(
  {
    id: "max_omega",
    documentation: {
      title: "Maximum Omega ratio",
      formula: "maximise Σ max(x - rf, 0) / Σ max(rf - x, 0) = 1 + (mean(x) - rf) / (Σ max(rf - x, 0) / T)",
      reference:
        "Keating, Shadwick (2002), A universal performance measure, Journal of Performance Measurement 6; as a linear program Mausser, Saunders, Seco (2006), Optimising Omega, Risk 19",
      paragraph:
        "The portfolio whose gains above the risk-free rate are the largest multiple of its losses below it, over " +
        "the history unchanged: the ratio fits no other estimator of expected returns.",
    },
  },
  shortfallBelowRate,
  { name: "omega_ratio", offset: 1, needs: { historyAsItIs: true } },
);
