import { z } from "zod";
import { timesVector } from "../../domain/matrix.ts";
import { secondLowerPartialMomentOf } from "../../measures/second_lower_partial_moment.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { excessSeries, shortfallsBelow, slopesByExcess } from "./shortfalls_below.ts";
import { target } from "./target.ts";

const parameters = z.strictObject({ target });

/**
 * Second lower partial moment, sqrt(Σ max(target - x_t, 0)² / (T - 1)): the norm of the shortfalls. Half its square is
 * a quadratic program with one hinge for each row of returns. Bawa (1975), Optimal rules for ordering uncertain
 * prospects, Journal of Financial Economics 2.
 */
export const secondLowerPartialMoment: RiskMeasure<z.output<typeof parameters>> = {
  id: "second_lower_partial_moment",
  name: "second_lower_partial_moment",
  documentation: {
    title: "Second lower partial moment",
    formula: "sqrt(Σ max(target - x, 0)² / (T - 1))",
    reference: "Bawa (1975), Optimal rules for ordering uncertain prospects, Journal of Financial Economics 2",
    paragraph: "The root of the mean squared shortfall of returns below a target per period.",
  },
  parameters,
  needsHistory: true,
  weighsRows: true,
  isNeverNegative: true,
  express(program, weights, at) {
    const below = shortfallsBelow(program, weights, { ...at, target: at.parameters.target, byRoots: true });
    return program.norm(below.all()).times(1 / Math.sqrt(below.count - 1));
  },
  minimise(program, weights, at) {
    const below = shortfallsBelow(program, weights, { ...at, target: at.parameters.target, byRoots: true });
    program.minimizeQuadratic(below, null, 1 / (below.count - 1));
  },
  value: (weights, { problem, parameters: { target } }) =>
    secondLowerPartialMomentOf(timesVector(historyOf(problem), weights), target, problem.rowWeights),
  gradient(weights, { problem, parameters: { target } }) {
    const below = excessSeries(weights, problem, target).map((x) => Math.min(x, 0));
    const value = secondLowerPartialMomentOf(below, 0, problem.rowWeights);
    if (!(value > 0)) return null;
    return slopesByExcess(below, problem, { target, factor: 1 / (value * (below.length - 1)) });
  },
};
