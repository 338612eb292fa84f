import type { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";
import { netReturn, netReturnOf } from "../program/net_return.ts";

const minReturnRules = boundedNumber;

export type MinReturnRules = z.infer<typeof minReturnRules>;

/** A lower limit on the expected annual return, less costs. */
export const minReturn: ConstraintFamily<MinReturnRules> = {
  id: "min_return",
  kind: "affine",
  limitsIn: "fraction",
  documentation: {
    title: "Minimum return",
    formula: "periods (m'w - costs) ≥ min_return",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph:
      "The smallest expected return, annual: the expected return per period, less transaction costs, times the periods of a year.",
  },
  rules: minReturnRules,
  priceFree: false,
  inConflict: "each",
  describe: (rule) => within("Expected annual return", rule),
  constrain(program, weights, min, { problem, scale, withoutBounds }) {
    const net = netReturn(program, weights, { problem, scale, isSeparate: withoutBounds });
    const annual = net.times(problem.periodsPerYear);
    program.atMost(scale.times(min), annual, {
      family: this.id,
      rule: null,
      slackByLimit: scale.times(-1),
    });
  },
  evaluate(weights, min, problem) {
    const value = netReturnOf(weights, problem) * problem.periodsPerYear;
    return [{ family: this.id, rule: null, value, min, max: null }];
  },
};
