import type { NoParameters } from "../../domain/no_parameters.ts";
import { centred, deviations } from "./centred.ts";
import { weighted } from "./conditional_value_at_risk.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/**
 * Semideviation about the mean: sqrt(Σ max(mean - x, 0)² / (T - 1)). Half its square is a quadratic program with a hinge a
 * row of returns. Markowitz (1959), Portfolio selection, chapter 9.
 */
export const semideviation: RiskMeasure<NoParameters> = {
  objectiveName: "semideviation",
  minimise(program, weights, { returns, unit }) {
    const shortfalls = weights.mapped(centred(returns)).times(-1 / unit);
    const below = program.hinge(shortfalls);
    program.minimizeQuadratic(below, null, 1 / (returns.rows - 1));
    return (guess) => shortfalls.evaluate(guess).forEach((d, i) => guess[below.offset + i] = Math.max(d, 0));
  },
  value(series) {
    const squares = deviations(series).reduce((sum, d) => sum + Math.min(d, 0) ** 2, 0);
    return Math.sqrt(squares / (series.length - 1));
  },
  // The program's objective is half the square.
  slope: (value) => value > 0 ? 1 / value : 0,
  gradient(returns, series, parameters, kernels) {
    const value = semideviation.value(series, parameters, kernels);
    const below = deviations(series).map((d) => Math.min(d, 0));
    return weighted(centred(returns), below, value > 0 ? 1 / (value * (series.length - 1)) : 0);
  },
};
