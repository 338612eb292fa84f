import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { volatilityOf } from "../../measures/portfolio_volatility.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { volatility, volatilityFactor } from "./volatility.ts";

/**
 * Variance by the estimated covariance S, w'Sw, of degree 2. In a homogenised program over y = s w it is the least t in
 * the second-order cone ‖F y‖² ≤ t s, where S = F'F. Markowitz (1952), Portfolio selection, Journal of Finance 7.
 */
export const variance: RiskMeasure<NoParameters> = {
  id: "variance",
  name: "variance",
  documentation: {
    title: "Variance",
    formula: "w'Sw, S the covariance",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph:
      "The square of volatility, by the estimated covariance, per period: of degree two, so that twice the weights " +
      "have four times the risk.",
  },
  parameters: noParameters,
  needsHistory: false,
  isNeverNegative: true,
  degree: 2,
  express(program, weights, { problem, kernels, unit, scale }) {
    const parts = weights.mapped(volatilityFactor(problem.covariance, kernels.linearAlgebra)).times(1 / unit);
    return program.squares(parts, scale).times(unit);
  },
  minimise(program, weights, at) {
    volatility.minimise?.(program, weights, at);
  },
  value: (weights, { problem }) => volatilityOf(weights, problem.covariance) ** 2,
  gradient: (weights, { problem }) => timesVector(problem.covariance, weights).map((entry) => 2 * entry),
};
