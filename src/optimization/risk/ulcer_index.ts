import { dot } from "../../domain/matrix.ts";
import { type NoParameters, noParameters } from "../../domain/no_parameters.ts";
import { drawdownsOf, portfolioDrawdowns } from "./drawdowns_of.ts";
import type { RiskMeasure } from "./risk_measure.ts";
import { weightedDrawdowns } from "./weighted_drawdowns.ts";

/**
 * Ulcer index, sqrt(Σ d_t² / T), d the drawdowns of the cumulative returns. Half its square is a quadratic program.
 * Martin, McCann (1989), The investor's guide to Fidelity funds.
 */
export const ulcerIndex: RiskMeasure<NoParameters> = {
  id: "ulcer_index",
  name: "ulcer_index",
  documentation: {
    title: "Ulcer index",
    formula: "sqrt(Σ d_t² / T), d the drawdowns of the cumulative sum of returns",
    reference: "Martin, McCann (1989), The investor's guide to Fidelity funds",
    paragraph:
      "The root of the mean squared drawdown: deep and long falls weigh more than many shallow ones; uncompounded.",
  },
  parameters: noParameters,
  needsHistory: true,
  isOfHistory: true,
  isNeverNegative: true,
  express(program, weights, at) {
    const drawdowns = program.hinge(drawdownsOf(program, weights, at));
    return program.norm(drawdowns.all()).times(1 / Math.sqrt(drawdowns.count));
  },
  minimise(program, weights, at) {
    const drawdowns = program.hinge(drawdownsOf(program, weights, at));
    program.minimizeQuadratic(drawdowns, null, 1 / drawdowns.count);
  },
  value(weights, { problem }) {
    const drawdowns = portfolioDrawdowns(weights, problem);
    return Math.sqrt(dot(drawdowns, drawdowns) / drawdowns.length);
  },
  gradient(weights, at) {
    const drawdowns = portfolioDrawdowns(weights, at.problem), value = ulcerIndex.value(weights, at);
    if (!(value > 0)) return null;
    return weightedDrawdowns(weights, at.problem, drawdowns.map((d) => d / (value * drawdowns.length)));
  },
};
