import type { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";

const minReturnRules = boundedNumber;

export type MinReturnRules = z.infer<typeof minReturnRules>;

/** A lower limit on the expected annual return. */
export const minReturn: ConstraintFamily<MinReturnRules> = {
  id: "min_return",
  kind: "affine",
  documentation: {
    title: "Minimum return",
    paragraph: "The smallest expected return, annual: the expected return per period times the periods of a year.",
  },
  rules: minReturnRules,
  priceFree: false,
  inConflict: "each",
  describe: (rule) => within("Expected annual return", rule),
  constrain(program, weights, min, { problem, scale }) {
    const { expectedReturns, periodsPerYear } = problem;
    program.atMost(scale.times(min), weights.dot(expectedReturns).times(periodsPerYear), {
      family: this.id,
      rule: null,
      slackByLimit: scale.times(-1),
    });
  },
  evaluate(weights, min, { expectedReturns, periodsPerYear }) {
    const perPeriod = weights.reduce((sum, weight, i) => sum + weight * expectedReturns[i], 0);
    return [{ family: this.id, rule: null, value: perPeriod * periodsPerYear, min, max: null }];
  },
};
