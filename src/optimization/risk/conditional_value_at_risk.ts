import { z } from "zod";
import { roundingOf } from "./rounding_of.ts";
import { weighted } from "./weighted.ts";
import { timesVector } from "../../domain/matrix.ts";
import { confidence } from "./confidence.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";

const parameters = z.strictObject({ confidence });

/**
 * Conditional value at risk: min over t of t + Σ max(-x - t, 0) / ((1 - c) T), a linear program with a hinge a row of
 * returns. Rockafellar, Uryasev (2000), Optimization of conditional value-at-risk, Journal of Risk 2.
 */
export const conditionalValueAtRisk: RiskMeasure<z.output<typeof parameters>> = {
  id: "cvar",
  name: "conditional_value_at_risk",
  parameters,
  needsHistory: true,
  express(program, weights, { problem, unit, parameters: { confidence } }) {
    const returns = historyOf(problem), T = returns.rows;
    const threshold = program.variables(1);
    const losses = weights.mapped(returns).times(-1 / unit);
    const beyond = program.hinge(losses, {
      threshold,
      place: (values) => values.toSorted()[Math.min(T - 1, Math.floor(confidence * T))],
    });
    return threshold.at(0).plus(beyond.sum().times(1 / ((1 - confidence) * T)));
  },
  value: (weights, { problem, parameters: { confidence }, kernels }) =>
    kernels.measures.tail(lossesOf(timesVector(historyOf(problem), weights)), confidence).conditionalValueAtRisk,
  gradient(weights, { problem, parameters: { confidence }, kernels }) {
    const returns = historyOf(problem);
    const losses = lossesOf(timesVector(returns, weights));
    const { valueAtRisk } = kernels.measures.tail(losses, confidence);
    return weighted(returns, tailShares(losses, valueAtRisk, (1 - confidence) * returns.rows), -1);
  },
};

/** Shares of the mean tail loss: 1 / count beyond the level, the rest of 1 spread evenly over the losses at it. */
function tailShares(losses: Float64Array, level: number, count: number): Float64Array {
  const near = roundingOf(losses);
  const beyond = losses.reduce((sum, loss) => loss > level + near ? sum + 1 : sum, 0);
  const at = losses.reduce((sum, loss) => Math.abs(loss - level) <= near ? sum + 1 : sum, 0);
  return losses.map((loss) => {
    if (Math.abs(loss - level) <= near) return (count - beyond) / (count * at);
    return loss > level ? 1 / count : 0;
  });
}
