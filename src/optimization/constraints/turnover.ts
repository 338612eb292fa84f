import { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";
import type { Affine, ProgramBuilder, Variables } from "../program/program.ts";
import type { Problem } from "../problem.ts";

const turnoverRules = z.strictObject({ max: boundedNumber.nonnegative() });

export type TurnoverRules = z.infer<typeof turnoverRules>;

/** A limit on half the sum of the sizes of all changes of weight, those of holdings outside the run included. */
export const turnover: ConstraintFamily<TurnoverRules> = {
  id: "turnover",
  kind: "convex",
  documentation: {
    title: "Turnover",
    paragraph:
      "The largest one-way turnover: half the sum of the absolute changes from the starting portfolio. Holdings outside the run's assets count as sold.",
  },
  rules: turnoverRules,
  priceFree: true,
  staysAtGuess: true,
  inConflict: "each",
  check: (_, { hasStartingPortfolio }) =>
    hasStartingPortfolio ? [] : [{ pointer: "", detail: "Give a starting_portfolio to limit the turnover from" }],
  describe: (rule) => within("Turnover", rule),
  constrain(program, weights, { max }, { problem, scale }) {
    const outside = scale.times(problem.startingWeightOutside);
    const total = trades(program, weights, { problem, scale }).plus(outside).times(0.5);
    program.atMost(total, scale.times(max), { family: this.id, rule: null, slackByLimit: scale });
  },
  evaluate(weights, { max }, { startingWeights, startingWeightOutside }) {
    const changes = weights.reduce((sum, weight, i) => sum + Math.abs(weight - (startingWeights?.[i] ?? 0)), 0);
    return [{ family: this.id, rule: null, value: (changes + startingWeightOutside) / 2, min: null, max }];
  },
};

/** The sum of the sizes of the changes within the run's assets; its variables are shared by all who ask. */
function trades(
  program: ProgramBuilder,
  weights: Variables,
  { problem, scale }: { problem: Problem; scale: Affine },
): Affine {
  const start = problem.startingWeights ?? new Float64Array(weights.count);
  const { positive, negative } = program.split("trade", () => weights.all().minus(scale.spread(start)));
  return positive.sum().plus(negative.sum());
}
