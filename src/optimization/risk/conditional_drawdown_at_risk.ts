import { z } from "zod";
import { confidence } from "./confidence.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import { meanBeyondThreshold } from "./mean_beyond_threshold.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { tailShares } from "./tail_shares.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

const parameters = z.strictObject({ confidence });

/**
 * Conditional drawdown at risk: the mean of the (1 - c) T largest of the T drawdowns of the cumulative returns, at a
 * confidence of c. The last of them counts by a fraction. Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in
 * portfolio optimization, International Journal of Theoretical and Applied Finance 8.
 */
export const conditionalDrawdownAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "cdar",
  name: "conditional_drawdown_at_risk",
  documentation: {
    title: "Conditional drawdown at risk",
    formula: "min_t t + Σ max(d - t, 0) / ((1 - confidence) T), d the drawdowns of the cumulative sum of returns",
    reference:
      "Chekhlov, Uryasev, Zabarankin (2005), Drawdown measure in portfolio optimization, International Journal of " +
      "Theoretical and Applied Finance 8",
    paragraph: "The mean of the deepest drawdowns, the share 1 - confidence of all; uncompounded.",
  },
  parameters,
  needsHistory: true,
  isOfHistory: true,
  isNeverNegative: true,
  express: (program, weights, at) =>
    meanBeyondThreshold(program, drawdownsOf(program, weights, at), { ...at.parameters, least: 0 }),
  value: (weights, { problem, parameters: { confidence }, kernels }) =>
    kernels.measures.tail(portfolioDrawdowns(weights, problem), confidence).conditionalValueAtRisk,
  gradient(weights, { problem, parameters: { confidence }, kernels }) {
    const drawdowns = portfolioDrawdowns(weights, problem);
    const { valueAtRisk } = kernels.measures.tail(drawdowns, confidence);
    const shares = tailShares(drawdowns, valueAtRisk, { count: (1 - confidence) * drawdowns.length });
    return weightedDrawdowns(weights, problem, shares);
  },
};
