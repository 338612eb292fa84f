import { z } from "zod";
import { timesVector } from "../../domain/matrix.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { ofBest, ofWorst, tailGiniWeights } from "../../measures/tail_gini.ts";
import type { Affine, Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { confidence } from "./confidence.ts";
import { hasManyHinges, rankShares, rankWeighted } from "./rank_weighted.ts";
import { historyOf, type RiskContext, type RiskMeasure } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

const parameters = z.strictObject({ confidence });

/**
 * Tail Gini range: the tail Gini of the returns plus that of their negatives. Cajas (2021), OWA portfolio optimization:
 * a disciplined convex programming framework.
 */
export const tailGiniRange: RiskMeasure<z.output<typeof parameters>> = {
  id: "tail_gini_range",
  name: "tail_gini_range",
  documentation: {
    title: "Tail Gini range",
    formula: "TG(x) + TG(-x), TG the tail Gini at confidence",
    reference: "Cajas (2021), OWA portfolio optimization: a disciplined convex programming framework",
    paragraph: "The tail Gini of the returns plus that of their negatives: a spread that covers both tails.",
  },
  parameters,
  needsHistory: true,
  isNeverNegative: true,
  express(program, weights, at) {
    const { problem, unit, parameters: { confidence } } = at;
    const returns = historyOf(problem), counted = tailGiniWeights(returns.rows, confidence);
    if (hasManyHinges(returns.rows, 2 * counted.length)) return byOrder(program, weights, at);
    const x = weights.mapped(returns).times(1 / unit);
    return rankWeighted(program, x.times(-1), counted).plus(rankWeighted(program, x, counted));
  },
  expressAlone: byOrder,
  value(weights, { problem, parameters: { confidence } }) {
    const x = timesVector(historyOf(problem), weights).sort(), counted = tailGiniWeights(x.length, confidence);
    return ofWorst(x, counted) + ofBest(x, counted);
  },
  gradient(weights, { problem, parameters: { confidence } }) {
    const returns = historyOf(problem), x = timesVector(returns, weights);
    const counted = tailGiniWeights(returns.rows, confidence), ofLosses = rankShares(lossesOf(x), counted);
    return weighted(returns, rankShares(x, counted).map((share, t) => share - ofLosses[t]));
  },
};

function byOrder(
  program: ProgramBuilder,
  weights: Variables,
  { problem, unit, parameters: { confidence } }: RiskContext<z.output<typeof parameters>>,
): Affine {
  const returns = historyOf(problem), counted = tailGiniWeights(returns.rows, confidence);
  const ranks = new Float64Array(returns.rows);
  counted.forEach((weight, k) => {
    ranks[k] += weight;
    ranks[ranks.length - 1 - k] -= weight;
  });
  return program.orderedSum(weights.mapped(returns).times(1 / unit), ranks);
}
