import { z } from "zod";
import { timesVector } from "../../domain/matrix.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { relativisticTail } from "../../measures/relativistic_tail.ts";
import { relativistic } from "../cones/relativistic.ts";
import { confidence } from "./confidence.ts";
import { kappa } from "./kappa.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

const parameters = z.strictObject({ confidence, kappa });

/**
 * RLVaR range: the relativistic value at risk of the returns plus that of their negatives. Cajas (2023), Portfolio
 * optimization of relativistic value at risk.
 */
export const relativisticValueAtRiskRange: RiskMeasure<z.output<typeof parameters>> = {
  id: "rlvar_range",
  name: "rlvar_range",
  documentation: {
    title: "RLVaR range",
    formula: "RLVaR(x) + RLVaR(-x), each at confidence and kappa",
    reference: "Cajas (2023), Portfolio optimization of relativistic value at risk",
    paragraph:
      "The relativistic value at risk of the returns plus that of their negatives: a spread that covers both tails.",
  },
  parameters,
  needsHistory: true,
  isNeverNegative: true,
  express(program, weights, { problem, unit, parameters }) {
    const x = weights.mapped(historyOf(problem)).times(1 / unit), cone = relativistic(parameters);
    return program.epigraph(cone, x.times(-1)).plus(program.epigraph(cone, x));
  },
  value(weights, { problem, parameters, kernels: { measures } }) {
    const x = timesVector(historyOf(problem), weights);
    return measures.relativisticTail(lossesOf(x), parameters) + measures.relativisticTail(x, parameters);
  },
  gradient(weights, { problem, parameters }) {
    const returns = historyOf(problem), x = timesVector(returns, weights);
    const { shares: ofLosses } = relativisticTail(lossesOf(x), parameters);
    return weighted(returns, relativisticTail(x, parameters).shares.map((share, t) => share - ofLosses[t]));
  },
};
