import { z } from "zod";
import { entropic } from "../cones/entropic.ts";
import { confidence } from "./confidence.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import { entropicShares } from "./entropic_value_at_risk.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

const parameters = z.strictObject({ confidence });

/**
 * Entropic drawdown at risk: the entropic value at risk of the drawdowns of the cumulative returns. Cajas (2021),
 * Entropic portfolio optimization: a disciplined convex programming framework.
 */
export const entropicDrawdownAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "edar",
  name: "entropic_drawdown_at_risk",
  documentation: {
    title: "Entropic drawdown at risk",
    formula: "inf_{z>0} z log(Σ exp(d / z) / ((1 - confidence) T)), d the drawdowns of the cumulative sum of returns",
    reference:
      "Cajas (2021), Entropic portfolio optimization: a disciplined convex programming framework, SSRN 3792520",
    paragraph:
      "The entropic value at risk of drawdowns in place of losses: the smallest bound by exponential moments on the " +
      "conditional drawdown at risk; uncompounded.",
  },
  parameters,
  needsHistory: true,
  isOfHistory: true,
  isNeverNegative: true,
  express: (program, weights, at) =>
    program.epigraph(entropic(at.parameters.confidence), drawdownsOf(program, weights, at)),
  value: (weights, { problem, parameters: { confidence }, kernels }) =>
    kernels.measures.entropicTail(portfolioDrawdowns(weights, problem), confidence),
  gradient: (weights, { problem, parameters: { confidence } }) =>
    weightedDrawdowns(weights, problem, entropicShares(portfolioDrawdowns(weights, problem), confidence)),
};
