import { z } from "zod";
import { timesVector } from "../../domain/matrix.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { entropic } from "../cones/entropic.ts";
import { confidence } from "./confidence.ts";
import { entropicShares } from "./entropic_value_at_risk.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

const parameters = z.strictObject({ confidence });

/**
 * EVaR range: the entropic value at risk of the returns plus that of their negatives. Cajas (2021), Entropic portfolio
 * optimization: a disciplined convex programming framework.
 */
export const entropicValueAtRiskRange: RiskMeasure<z.output<typeof parameters>> = {
  id: "evar_range",
  name: "evar_range",
  documentation: {
    title: "EVaR range",
    formula: "EVaR(x) + EVaR(-x), each at confidence",
    reference: "Cajas (2021), Entropic portfolio optimization: a disciplined convex programming framework",
    paragraph:
      "The entropic value at risk of the returns plus that of their negatives: a spread that covers both tails.",
  },
  parameters,
  needsHistory: true,
  isNeverNegative: true,
  express(program, weights, { problem, unit, parameters: { confidence } }) {
    const x = weights.mapped(historyOf(problem)).times(1 / unit), cone = entropic(confidence);
    return program.epigraph(cone, x.times(-1)).plus(program.epigraph(cone, x));
  },
  value(weights, { problem, parameters: { confidence }, kernels: { measures } }) {
    const x = timesVector(historyOf(problem), weights);
    return measures.entropicTail(lossesOf(x), confidence) + measures.entropicTail(x, confidence);
  },
  gradient(weights, { problem, parameters: { confidence } }) {
    const returns = historyOf(problem), x = timesVector(returns, weights);
    const ofLosses = entropicShares(lossesOf(x), confidence);
    return weighted(returns, entropicShares(x, confidence).map((share, t) => share - ofLosses[t]));
  },
};
