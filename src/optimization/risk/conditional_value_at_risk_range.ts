import { z } from "zod";
import { timesVector } from "../../domain/matrix.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { confidence } from "./confidence.ts";
import { meanBeyondThreshold } from "./mean_beyond_threshold.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { tailOf } from "./tail_of.ts";
import { tailShares } from "./tail_shares.ts";
import { weighted } from "./weighted.ts";

const parameters = z.strictObject({ confidence });

/**
 * CVaR range: the conditional value at risk of the returns plus that of their negatives. Cajas (2021), OWA portfolio
 * optimization: a disciplined convex programming framework.
 */
export const conditionalValueAtRiskRange: RiskMeasure<z.output<typeof parameters>> = {
  id: "cvar_range",
  name: "cvar_range",
  documentation: {
    title: "CVaR range",
    formula: "CVaR(x) + CVaR(-x), each at confidence",
    reference: "Cajas (2021), OWA portfolio optimization: a disciplined convex programming framework",
    paragraph:
      "The mean loss of the worst periods plus the mean gain of the best periods: a spread that covers both tails.",
  },
  parameters,
  needsHistory: true,
  isNeverNegative: true,
  weighsRows: true,
  express(program, weights, { problem, unit, parameters: { confidence } }) {
    const x = weights.mapped(historyOf(problem)).times(1 / unit);
    const at = { confidence, rowWeights: problem.rowWeights };
    return meanBeyondThreshold(program, x.times(-1), at).plus(meanBeyondThreshold(program, x, at));
  },
  value(weights, { problem, parameters: { confidence }, kernels }) {
    const x = timesVector(historyOf(problem), weights), at = { problem, confidence, kernels };
    return tailOf(lossesOf(x), at).conditionalValueAtRisk + tailOf(x, at).conditionalValueAtRisk;
  },
  gradient(weights, { problem, parameters: { confidence }, kernels }) {
    const returns = historyOf(problem), x = timesVector(returns, weights);
    const counted = { count: (1 - confidence) * returns.rows, rowWeights: problem.rowWeights };
    const [ofLosses, ofGains] = [lossesOf(x), x].map((series) =>
      tailShares(series, tailOf(series, { problem, confidence, kernels }).valueAtRisk, counted)
    );
    return weighted(returns, ofGains.map((share, t) => share - ofLosses[t]));
  },
};
