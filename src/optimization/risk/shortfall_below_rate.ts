import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { meanShortfall } from "../../measures/mean_shortfall.ts";
import { roundingOf } from "./rounding_of.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { sumOfRows } from "./sum_of_rows.ts";
import { excessSeries, shortfallsBelow, slopesByExcess } from "./shortfalls_below.ts";

/**
 * Mean shortfall below the risk-free rate, Σ max(rf - x_t, 0) / T: a linear program with one hinge for each row of
 * returns. Only ratios use it, because its target is the risk-free rate. Bawa, Lindenberg (1977), Capital market
 * equilibrium in a mean-lower partial moment framework, Journal of Financial Economics 5.
 */
export const shortfallBelowRate: RiskMeasure<NoParameters> = {
  id: "shortfall_below_rate",
  name: "mean_shortfall",
  documentation: {
    title: "Mean shortfall",
    formula: "Σ max(rf - x, 0) / T",
    reference:
      "Bawa, Lindenberg (1977), Capital market equilibrium in a mean-lower partial moment framework, Journal of " +
      "Financial Economics 5",
    paragraph: "The mean shortfall below the risk-free rate, the risk of the Omega ratio.",
  },
  parameters: noParameters,
  needsHistory: true,
  weighsRows: true,
  express(program, weights, at) {
    const below = shortfallsBelow(program, weights, { ...at, target: at.problem.riskFreeRate });
    return sumOfRows(below, at.problem).times(1 / below.count);
  },
  value: (weights, { problem }) =>
    meanShortfall(timesVector(historyOf(problem), weights), problem.riskFreeRate, problem.rowWeights),
  gradient(weights, { problem }) {
    const { riskFreeRate: target } = problem;
    const excess = excessSeries(weights, problem, target), near = roundingOf(excess);
    return slopesByExcess(excess.map((x) => x < -near ? 1 : 0), problem, { target, factor: -1 / excess.length });
  },
};
