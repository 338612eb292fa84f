import { z } from "zod";
import { weighted } from "./weighted.ts";
import { timesVector } from "../../domain/matrix.ts";
import { confidence } from "./confidence.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { meanBeyondThreshold } from "./mean_beyond_threshold.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { tailOf } from "./tail_of.ts";
import { tailShares } from "./tail_shares.ts";

const parameters = z.strictObject({ confidence });

/**
 * Conditional value at risk of T returns x at a confidence of c: min over t of t + Σ max(-x - t, 0) / ((1 - c) T), a
 * linear program with one hinge for each return. Rockafellar, Uryasev (2000), Optimization of conditional
 * value-at-risk, Journal of Risk 2.
 */
export const conditionalValueAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "cvar",
  name: "conditional_value_at_risk",
  documentation: {
    title: "Conditional value at risk",
    formula: "min_t t + Σ max(-x - t, 0) / ((1 - confidence) T)",
    reference: "Rockafellar, Uryasev (2000), Optimization of conditional value-at-risk, Journal of Risk 2",
    paragraph:
      "The mean loss of the worst periods, the share 1 - confidence of all; a fractional period counts by its share.",
  },
  parameters,
  needsHistory: true,
  weighsRows: true,
  express(program, weights, { problem, unit, parameters: { confidence } }) {
    const losses = weights.mapped(historyOf(problem)).times(-1 / unit);
    return meanBeyondThreshold(program, losses, { confidence, rowWeights: problem.rowWeights });
  },
  value: (weights, { problem, parameters: { confidence }, kernels }) =>
    tailOf(lossesOf(timesVector(historyOf(problem), weights)), { problem, confidence, kernels }).conditionalValueAtRisk,
  gradient(weights, { problem, parameters: { confidence }, kernels }) {
    const returns = historyOf(problem);
    const losses = lossesOf(timesVector(returns, weights));
    const { valueAtRisk } = tailOf(losses, { problem, confidence, kernels });
    const counted = { count: (1 - confidence) * returns.rows, rowWeights: problem.rowWeights };
    return weighted(returns, tailShares(losses, valueAtRisk, counted), -1);
  },
};
