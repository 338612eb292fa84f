import { type Matrix, row } from "../../domain/matrix.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/**
 * Conditional value at risk: min over t of t + Σ max(-x - t, 0) / ((1 - c) T), a linear program with a hinge a row of returns.
 * Rockafellar, Uryasev (2000), Optimization of conditional value-at-risk, Journal of Risk 2.
 */
export const conditionalValueAtRisk: RiskMeasure<{ confidence: number }> = {
  objectiveName: "conditional_value_at_risk",
  minimise(program, weights, { returns, unit, parameters: { confidence } }) {
    const T = returns.rows;
    const threshold = program.variables(1);
    const losses = weights.mapped(returns).times(-1 / unit);
    const beyond = program.hinge(losses.minus(threshold.at(0)));
    program.minimize(threshold.at(0));
    program.minimize(beyond.sum().times(1 / ((1 - confidence) * T)));
    return (guess) => {
      const values = losses.evaluate(guess);
      const level = Float64Array.from(values).sort()[Math.min(T - 1, Math.floor(confidence * T))];
      guess[threshold.offset] = level;
      values.forEach((loss, i) => guess[beyond.offset + i] = Math.max(loss - level, 0));
    };
  },
  value: (series, { confidence }, kernels) =>
    kernels.measures.tail(series.map((x) => -x), confidence).conditionalValueAtRisk,
  slope: () => 1,
  gradient(returns, series, { confidence }, kernels) {
    const losses = series.map((x) => -x);
    const { valueAtRisk } = kernels.measures.tail(losses, confidence);
    return weighted(returns, tailShares(losses, valueAtRisk, (1 - confidence) * returns.rows), -1);
  },
};

/** Shares of the mean tail loss: 1 / count beyond the level, the rest of 1 spread evenly over the losses at it. */
function tailShares(losses: Float64Array, level: number, count: number): Float64Array {
  const beyond = losses.reduce((sum, loss) => loss > level ? sum + 1 : sum, 0);
  const at = losses.reduce((sum, loss) => loss === level ? sum + 1 : sum, 0);
  return losses.map((loss) => loss > level ? 1 / count : loss === level ? (count - beyond) / (count * at) : 0);
}

/** factor Σ_t shares[t] r_t, asset by asset. */
export function weighted(returns: Matrix, shares: Float64Array, factor = 1): Float64Array {
  const sums = new Float64Array(returns.columns);
  shares.forEach((share, t) => {
    if (share === 0) return;
    const values = row(returns, t);
    for (let j = 0; j < sums.length; j++) sums[j] += factor * share * values[j];
  });
  return sums;
}
