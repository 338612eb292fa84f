import { z } from "zod";
import { timesVector } from "../../domain/matrix.ts";
import { meanShortfall } from "../../measures/mean_shortfall.ts";
import { roundingOf } from "./rounding_of.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { sumOfRows } from "./sum_of_rows.ts";
import { excessSeries, shortfallsBelow, slopesByExcess } from "./shortfalls_below.ts";
import { target } from "./target.ts";

const parameters = z.strictObject({ target });

/**
 * First lower partial moment, Σ max(target - x_t, 0) / T: a linear program with one hinge for each row of returns. Bawa
 * (1975), Optimal rules for ordering uncertain prospects, Journal of Financial Economics 2.
 */
export const firstLowerPartialMoment: RiskMeasure<z.output<typeof parameters>> = {
  id: "first_lower_partial_moment",
  name: "first_lower_partial_moment",
  documentation: {
    title: "First lower partial moment",
    formula: "Σ max(target - x, 0) / T",
    reference: "Bawa (1975), Optimal rules for ordering uncertain prospects, Journal of Financial Economics 2",
    paragraph: "The mean shortfall of returns below a target per period.",
  },
  parameters,
  needsHistory: true,
  weighsRows: true,
  isNeverNegative: true,
  express(program, weights, at) {
    const below = shortfallsBelow(program, weights, { ...at, target: at.parameters.target });
    return sumOfRows(below, at.problem).times(1 / below.count);
  },
  value: (weights, { problem, parameters: { target } }) =>
    meanShortfall(timesVector(historyOf(problem), weights), target, problem.rowWeights),
  gradient(weights, { problem, parameters: { target } }) {
    const excess = excessSeries(weights, problem, target), near = roundingOf(excess);
    return slopesByExcess(excess.map((x) => x < -near ? 1 : 0), problem, { target, factor: -1 / excess.length });
  },
};
