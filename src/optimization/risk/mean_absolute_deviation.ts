import type { NoParameters } from "../../domain/no_parameters.ts";
import { centred, deviations } from "./centred.ts";
import { weighted } from "./conditional_value_at_risk.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/**
 * Mean absolute deviation: the mean of |x - mean|. Deviations sum to 0, so it is twice the mean of the negative ones.
 * Konno, Yamazaki (1991), Mean-absolute deviation portfolio optimization model, Management Science 37.
 */
export const meanAbsoluteDeviation: RiskMeasure<NoParameters> = {
  objectiveName: "mean_absolute_deviation",
  minimise(program, weights, { returns, unit }) {
    const shortfalls = weights.mapped(centred(returns)).times(-1 / unit);
    const below = program.hinge(shortfalls);
    program.minimize(below.sum().times(2 / returns.rows));
    return (guess) => shortfalls.evaluate(guess).forEach((d, i) => guess[below.offset + i] = Math.max(d, 0));
  },
  value: (series) => deviations(series).reduce((sum, d) => sum + Math.abs(d), 0) / series.length,
  slope: () => 1,
  gradient: (returns, series) => weighted(centred(returns), deviations(series).map(Math.sign), 1 / series.length),
};
