import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { downsideDeviation } from "../../measures/downside_deviation.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { excessSeries, shortfallsBelow, slopesByExcess } from "./shortfalls_below.ts";

/**
 * Downside deviation from the risk-free rate, sqrt(Σ max(rf - x_t, 0)² / T): the norm of the shortfalls. Only ratios
 * use it, because its target is the risk-free rate. Sortino, Price (1994), Performance measurement in a downside risk
 * framework, Journal of Investing 3.
 */
export const deviationBelowRate: RiskMeasure<NoParameters> = {
  id: "deviation_below_rate",
  name: "downside_deviation",
  documentation: {
    title: "Downside deviation",
    formula: "sqrt(Σ max(rf - x, 0)² / T)",
    reference: "Sortino, Price (1994), Performance measurement in a downside risk framework, Journal of Investing 3",
    paragraph: "The downside deviation about the risk-free rate, the risk of the Sortino ratio.",
  },
  parameters: noParameters,
  needsHistory: true,
  weighsRows: true,
  express(program, weights, at) {
    const below = shortfallsBelow(program, weights, { ...at, target: at.problem.riskFreeRate, byRoots: true });
    return program.norm(below.all()).times(1 / Math.sqrt(below.count));
  },
  minimise(program, weights, at) {
    const below = shortfallsBelow(program, weights, { ...at, target: at.problem.riskFreeRate, byRoots: true });
    program.minimizeQuadratic(below, null, 1 / below.count);
  },
  value: (weights, { problem }) =>
    downsideDeviation(timesVector(historyOf(problem), weights), problem.riskFreeRate, problem.rowWeights),
  gradient(weights, { problem }) {
    const { riskFreeRate: target } = problem;
    const below = excessSeries(weights, problem, target).map((x) => Math.min(x, 0));
    const value = downsideDeviation(below, 0, problem.rowWeights);
    return value === 0 ? null : slopesByExcess(below, problem, { target, factor: 1 / (value * below.length) });
  },
};
