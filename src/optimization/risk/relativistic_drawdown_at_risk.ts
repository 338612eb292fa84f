import { z } from "zod";
import { relativisticTail } from "../../measures/relativistic_tail.ts";
import { relativistic } from "../cones/relativistic.ts";
import { confidence } from "./confidence.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import { kappa } from "./kappa.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

const parameters = z.strictObject({ confidence, kappa });

/**
 * Relativistic drawdown at risk: the relativistic value at risk of the drawdowns of the cumulative returns. Cajas
 * (2023), Portfolio optimization of relativistic value at risk.
 */
export const relativisticDrawdownAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "relativistic_drawdown_at_risk",
  name: "relativistic_drawdown_at_risk",
  documentation: {
    title: "Relativistic drawdown at risk",
    formula:
      "max z'd over z in [0, 1]^T, Σ z = 1, of bounded Kaniadakis entropy, d the drawdowns of the cumulative sum of " +
      "returns",
    reference: "Cajas (2023), Portfolio optimization of relativistic value at risk",
    paragraph:
      "The relativistic value at risk of drawdowns in place of losses; uncompounded. It lies between the entropic " +
      "drawdown at risk and the largest drawdown.",
  },
  parameters,
  needsHistory: true,
  isOfHistory: true,
  isNeverNegative: true,
  express: (program, weights, at) => program.epigraph(relativistic(at.parameters), drawdownsOf(program, weights, at)),
  value: (weights, { problem, parameters, kernels: { measures } }) =>
    measures.relativisticTail(portfolioDrawdowns(weights, problem), parameters),
  gradient: (weights, { problem, parameters }) =>
    weightedDrawdowns(weights, problem, relativisticTail(portfolioDrawdowns(weights, problem), parameters).shares),
};
