import { timesVector } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { semideviationOf } from "../../measures/semideviation.ts";
import { centred, deviations } from "./centred.ts";
import { weighted } from "./weighted.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { shortfallsOf } from "./shortfalls_of.ts";

/**
 * Semideviation below the mean, sqrt(Σ max(mean - x_t, 0)² / (T - 1)): the norm of the shortfalls. Half its square is a
 * quadratic program with one hinge for each row of returns. Markowitz (1959), Portfolio selection, chapter 9.
 */
export const semideviation: RiskMeasure<NoParameters> = {
  id: "semideviation",
  name: "semideviation",
  documentation: {
    title: "Semideviation",
    formula: "sqrt(Σ max(m - x, 0)² / (T - 1)), m the mean",
    reference: "Markowitz (1959), Portfolio selection, chapter 9",
    paragraph: "The standard deviation of returns below their mean: returns above it are no risk.",
  },
  parameters: noParameters,
  needsHistory: true,
  isNeverNegative: true,
  weighsRows: true,
  express(program, weights, at) {
    const below = shortfallsOf(program, weights, at, { byRoots: true });
    return program.norm(below.all()).times(1 / Math.sqrt(below.count - 1));
  },
  minimise(program, weights, at) {
    const below = shortfallsOf(program, weights, at, { byRoots: true });
    program.minimizeQuadratic(below, null, 1 / (below.count - 1));
  },
  value(weights, { problem }) {
    const x = timesVector(historyOf(problem), weights), { rowWeights } = problem;
    return semideviationOf(deviations(x, rowWeights), rowWeights);
  },
  gradient(weights, at) {
    const returns = historyOf(at.problem), value = semideviation.value(weights, at);
    const { rowWeights } = at.problem;
    const below = deviations(timesVector(returns, weights), rowWeights)
      .map((d, t) => Math.min(d, 0) * (rowWeights?.[t] ?? 1));
    return weighted(centred(returns, rowWeights), below, value > 0 ? 1 / (value * (returns.rows - 1)) : 0);
  },
};
