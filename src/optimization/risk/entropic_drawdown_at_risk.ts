import { z } from "zod";
import { entropic } from "../cones/entropic.ts";
import { confidence } from "./confidence.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import { entropicShares } from "./entropic_value_at_risk.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

const parameters = z.strictObject({ confidence });

/**
 * Entropic drawdown at risk: the entropic value at risk of the drawdowns of the cumulative sum of returns. Cajas
 * (2021), Entropic portfolio optimization: a disciplined convex programming framework.
 */
export const entropicDrawdownAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "edar",
  name: "entropic_drawdown_at_risk",
  parameters,
  needsHistory: true,
  express: (program, weights, at) =>
    program.epigraph(entropic(at.parameters.confidence), drawdownsOf(program, weights, at)),
  value: (weights, { problem, parameters: { confidence }, kernels }) =>
    kernels.measures.entropicTail(portfolioDrawdowns(weights, problem), confidence),
  gradient: (weights, { problem, parameters: { confidence } }) =>
    weightedDrawdowns(weights, problem, entropicShares(portfolioDrawdowns(weights, problem), confidence)),
};
