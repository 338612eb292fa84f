import { z } from "zod";
import { timesVector } from "../../domain/matrix.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { entropic } from "../cones/entropic.ts";
import { confidence } from "./confidence.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

const parameters = z.strictObject({ confidence });

/**
 * Entropic value at risk of T returns x at a confidence of c: inf over z > 0 of z log(Σ exp(-x_t / z) / ((1 - c) T)).
 * It is the largest mean loss under probabilities of the periods whose entropy, relative to equal probabilities, is at
 * most -log(1 - c). Ahmadi-Javid (2012), Entropic value-at-risk: a new coherent risk measure, Journal of Optimization
 * Theory and Applications 155(3).
 */
export const entropicValueAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "evar",
  name: "entropic_value_at_risk",
  documentation: {
    title: "Entropic value at risk",
    formula: "inf_{z>0} z log(Σ exp(-x / z) / ((1 - confidence) T))",
    reference:
      "Ahmadi-Javid (2012), Entropic value-at-risk: a new coherent risk measure, Journal of Optimization Theory and " +
      "Applications 155",
    paragraph:
      "The worst mean loss under probabilities of the periods whose relative entropy to equal probabilities is at " +
      "most -log(1 - confidence): the smallest bound by exponential moments on the value and the conditional value " +
      "at risk.",
  },
  parameters,
  needsHistory: true,
  express(program, weights, { problem, unit, parameters: { confidence } }) {
    return program.epigraph(entropic(confidence), weights.mapped(historyOf(problem)).times(-1 / unit));
  },
  value: (weights, { problem, parameters: { confidence }, kernels }) =>
    kernels.measures.entropicTail(lossesOf(timesVector(historyOf(problem), weights)), confidence),
  gradient(weights, { problem, parameters: { confidence } }) {
    const returns = historyOf(problem), losses = lossesOf(timesVector(returns, weights));
    return weighted(returns, entropicShares(losses, confidence), -1);
  },
};

/** The probabilities of the periods under which the mean loss is the entropic value at risk: a subgradient of it. */
export function entropicShares(losses: Float64Array, confidence: number): Float64Array {
  return entropic(confidence).supportAt(losses, { firstRow: -1, rows: losses.length + 1 }).slopes;
}
