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
 * Relativistic value at risk: the largest mean loss under probabilities of the periods whose Kaniadakis kappa-entropy
 * is bounded by the confidence. Cajas (2023), Portfolio optimization of relativistic value at risk.
 */
export const relativisticValueAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "relativistic_value_at_risk",
  name: "relativistic_value_at_risk",
  documentation: {
    title: "Relativistic value at risk",
    formula:
      "max z'(-x) over z in [0, 1]^T, Σ z = 1, Σ (z^(1 + kappa) - z^(1 - kappa)) / (2 kappa) <= ln_kappa(1 / ((1 - " +
      "confidence) T))",
    reference: "Cajas (2023), Portfolio optimization of relativistic value at risk",
    paragraph:
      "The worst mean loss under probabilities of the periods whose Kaniadakis entropy is bounded by the confidence. " +
      "It lies between the entropic value at risk and the worst realization, nearer to the latter the larger kappa " +
      "is.",
  },
  parameters,
  needsHistory: true,
  express: (program, weights, { problem, unit, parameters }) =>
    program.epigraph(relativistic(parameters), weights.mapped(historyOf(problem)).times(-1 / unit)),
  value: (weights, { problem, parameters, kernels: { measures } }) =>
    measures.relativisticTail(lossesOf(timesVector(historyOf(problem), weights)), parameters),
  gradient(weights, { problem, parameters }) {
    const returns = historyOf(problem);
    return weighted(returns, relativisticTail(lossesOf(timesVector(returns, weights)), parameters).shares, -1);
  },
};
