import { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { timesVector } from "../../domain/matrix.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";
import { isLeftOut, type Problem } from "../problem.ts";
import { tradesOf } from "./trades.ts";

const turnoverRules = z.strictObject({
  max: boundedNumber.nonnegative().meta({
    description: "The largest half of the sum of all changes of weights, a fraction of the portfolio",
  }),
});

export type TurnoverRules = z.infer<typeof turnoverRules>;

/** A limit on half the sum of the absolute changes of weights, including those of holdings outside the run. */
export const turnover: ConstraintFamily<TurnoverRules> = {
  id: "turnover",
  kind: "convex",
  limitsIn: "fraction",
  documentation: {
    title: "Turnover",
    formula: "(Σ |w_i - w0_i| + holdings outside the run) / 2 ≤ max",
    reference:
      "Boyd et al. (2017), Multi-period trading via convex optimization, Foundations and Trends in Optimization 3",
    paragraph:
      "The largest one-way turnover: half the sum of the absolute changes from the starting portfolio. Holdings outside the run's assets count as sold.",
  },
  rules: turnoverRules,
  ofHoldings: true,
  priceFree: true,
  inConflict: "each",
  isCostlyInSearch: true,
  check: (_, { hasStartingPortfolio }) =>
    hasStartingPortfolio
      ? []
      : [{ pointer: "", detail: "Cannot limit the turnover without a starting_portfolio: send one" }],
  describe: (rule) => within("Turnover", rule),
  reach: (likely, { max }, problem) => problem.startingWeights === null ? likely : tradedTowards(likely, max, problem),
  sizeLimits: ({ max }, { startingWeights, startingWeightOutside }) =>
    startingWeights === null ? [] : [{ from: startingWeights, max: 2 * max - startingWeightOutside }],
  constrain(program, weights, { max }, { problem, scale }) {
    if (isLeftOut(problem, { family: this.id, rule: null })) return;
    const outside = scale.times(problem.startingWeightOutside);
    const { positive, negative } = tradesOf(program, weights, { problem, scale });
    const total = positive.sum().plus(negative.sum()).plus(outside).times(0.5);
    program.atMost(total, scale.times(max), { family: this.id, rule: null, slackByLimit: scale });
  },
  evaluate(weights, { max }, { startingWeights, startingWeightOutside }) {
    const changes = weights.reduce((sum, weight, i) => sum + Math.abs(weight - (startingWeights?.[i] ?? 0)), 0);
    return [{ family: this.id, rule: null, value: (changes + startingWeightOutside) / 2, min: null, max }];
  },
  slopes: (weights, _rule, _rules, { startingWeights }) =>
    weights.map((weight, i) => Math.sign(weight - (startingWeights?.[i] ?? 0)) / 2),
};

/**
 * Moves the starting portfolio towards the `likely` weights as far as the turnover limit allows. The assets that add
 * most to the variance of the `likely` weights are sold first, so that most sales are complete or not made. All
 * purchases are scaled alike.
 */
function tradedTowards(
  likely: Float64Array,
  max: number,
  { startingWeights, startingWeightOutside, covariance }: Problem,
): Float64Array {
  const start = startingWeights ?? new Float64Array(likely.length);
  const wanted = likely.map((weight, i) => weight - start[i]);
  const added = wanted.reduce((sum, change) => sum + change, 0);
  const sales = wanted.reduce((sum, change) => sum - Math.min(change, 0), 0);
  let left = Math.max(max - (startingWeightOutside + added) / 2, 0);
  if (left >= sales) return likely;
  const purchases = Math.max(left + added, 0) / (sales + added);
  const reached = start.map((weight, i) => weight + Math.max(wanted[i], 0) * purchases);
  const risk = timesVector(covariance, likely);
  for (const i of Array.from(risk.keys()).sort((a, b) => risk[b] - risk[a])) {
    const sold = Math.min(left, -Math.min(wanted[i], 0));
    reached[i] -= sold;
    left -= sold;
  }
  return reached;
}
