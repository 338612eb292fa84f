import { z } from "zod";
import { timesVector } from "../../domain/matrix.ts";
import { lossesOf } from "../../measures/losses_of.ts";
import { ofWorst, tailGiniWeights } from "../../measures/tail_gini.ts";
import type { Affine, Variables } from "../program/program.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import { confidence } from "./confidence.ts";
import { hasManyHinges, rankShares, rankWeighted } from "./rank_weighted.ts";
import { historyOf, type RiskContext, type RiskMeasure } from "./risk_measure.ts";
import { weighted } from "./weighted.ts";

const parameters = z.strictObject({ confidence });

/**
 * Tail Gini: the integral of the conditional value at risk over the tail shares up to 1 - confidence, approximated at
 * 100 of them. Cajas (2021), OWA portfolio optimization: a disciplined convex programming framework.
 */
export const tailGini: RiskMeasure<z.output<typeof parameters>> = {
  id: "tail_gini",
  name: "tail_gini",
  documentation: {
    title: "Tail Gini",
    formula:
      "Σ_k c_k CVaR at the tail shares a_k = linspace(1 - confidence, 0.0001, 100), c the weights of an integral " +
      "over them",
    reference: "Cajas (2021), OWA portfolio optimization: a disciplined convex programming framework",
    paragraph:
      "The integral of the conditional value at risk over the levels of the tail: an average of losses, ordered by " +
      "size, that weighs the worst of them most.",
  },
  parameters,
  needsHistory: true,
  express(program, weights, at) {
    const { problem, unit, parameters: { confidence } } = at;
    const returns = historyOf(problem), counted = tailGiniWeights(returns.rows, confidence);
    if (hasManyHinges(returns.rows, counted.length)) return byOrder(program, weights, at);
    return rankWeighted(program, weights.mapped(returns).times(-1 / unit), counted);
  },
  expressAlone: byOrder,
  value(weights, { problem, parameters: { confidence } }) {
    const x = timesVector(historyOf(problem), weights).sort();
    return ofWorst(x, tailGiniWeights(x.length, confidence));
  },
  gradient(weights, { problem, parameters: { confidence } }) {
    const returns = historyOf(problem), losses = lossesOf(timesVector(returns, weights));
    return weighted(returns, rankShares(losses, tailGiniWeights(returns.rows, confidence)), -1);
  },
};

function byOrder(
  program: ProgramBuilder,
  weights: Variables,
  { problem, unit, parameters: { confidence } }: RiskContext<z.output<typeof parameters>>,
): Affine {
  const returns = historyOf(problem), ranks = new Float64Array(returns.rows);
  ranks.set(tailGiniWeights(returns.rows, confidence));
  return program.orderedSum(weights.mapped(returns).times(-1 / unit), ranks);
}
