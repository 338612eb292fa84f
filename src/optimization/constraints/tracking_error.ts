import { z } from "zod";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { secondOrder } from "../cones/second_order.ts";
import { Affine } from "../program/program.ts";
import { activeRisk, trackingErrorOf, trackingErrorSlopes } from "../risk/active_risk.ts";
import { largestVolatility } from "../risk/volatility.ts";
import { isLeftOut } from "../problem.ts";
import { comparesByPairs, NO_PAIRS } from "./compares_by_pairs.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { within } from "./limits.ts";

const trackingErrorRules = z.strictObject({
  max: boundedNumber.nonnegative().meta({ description: "The largest tracking error, an annual fraction" }),
});

export type TrackingErrorRules = z.infer<typeof trackingErrorRules>;

/** An upper limit on the annual tracking error against the benchmark, as a second-order cone. */
export const trackingError: ConstraintFamily<TrackingErrorRules> = {
  id: "tracking_error",
  kind: "convex",
  limitsIn: "fraction",
  documentation: {
    title: "Tracking error",
    formula:
      "sqrt(periods (w - b)'S(w - b)) ≤ max, or sqrt(periods) times the standard deviation of x - b against a series",
    reference: "Roll (1992), A mean/variance analysis of tracking error, Journal of Portfolio Management 18",
    paragraph:
      "The largest annual tracking error against the benchmark of the run. Against a benchmark of weights in the " +
      "run's assets it is computed from the estimated covariance; against any other benchmark it is the sample " +
      "standard deviation of the differences in return.",
  },
  rules: trackingErrorRules,
  priceFree: false,
  inConflict: "each",
  isCostly: true,
  check(_, { hasBenchmark, ...run }) {
    if (!hasBenchmark) {
      return [{ pointer: "", detail: "Cannot limit the tracking error without a benchmark: send one" }];
    }
    return comparesByPairs(run) ? [{ pointer: "", detail: `Cannot limit the tracking error: ${NO_PAIRS}` }] : [];
  },
  describe: (rule) => within("Annual tracking error", rule),
  constrain(program, weights, { max }, { problem, scale }) {
    if (isLeftOut(problem, { family: this.id, rule: null })) return;
    const perYear = Math.sqrt(problem.periodsPerYear);
    const risk = activeRisk(weights, { problem, scale }).times(perYear);
    const label = {
      family: this.id,
      rule: null,
      slackByLimit: Affine.stack([scale, Affine.constants(new Float64Array(risk.length))]),
    };
    const size = largestVolatility(problem.covariance) * perYear;
    program.inCone(secondOrder, Affine.stack([scale.times(max), risk]), label, { size });
  },
  evaluate(weights, { max }, problem) {
    const value = trackingErrorOf(weights, problem) * Math.sqrt(problem.periodsPerYear);
    return [{ family: this.id, rule: null, value, min: null, max }];
  },
  slopes(weights, _rule, _rules, problem) {
    const slopes = trackingErrorSlopes(weights, problem), perYear = Math.sqrt(problem.periodsPerYear);
    return slopes && slopes.map((slope) => perYear * slope);
  },
};
