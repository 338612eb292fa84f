import { z } from "zod";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import type { ConstraintPreflight } from "../../../jobs/constraint_preflights.ts";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { preflightSchema } from "../../../request/preflight_request.ts";
import { documentedAs } from "../../documented_as.ts";
import { conflictBody, refusedConflict } from "../../problem.ts";
import { constraintsBody } from "../jobs/constraints_body.ts";
import { covarianceBody, expectedReturnsBody } from "../jobs/estimator_body.ts";
import { historyBody } from "../jobs/submission_body.ts";

/**
 * Documented schema of the body of POST /constraints/preflight. It checks nothing: a separate reader checks the body
 * and reports every fault at once.
 */
export const preflightRequestBody: z.ZodUnknown = documentedAs(
  preflightSchema.extend({
    prices: historyBody,
    returns: historyBody,
    expected_returns: expectedReturnsBody.optional(),
    covariance: covarianceBody.optional(),
    constraints: constraintsBody.default({}),
  }).meta({ id: "PreflightRequest" }),
  "input",
);

const range = z.strictObject({
  min: z.number().nullable().meta({ description: "Null where nothing limits it" }),
  max: z.number().nullable(),
  exact: z.boolean().meta({
    description: "Whether both ends are reached and proven, to 1e-7; otherwise no portfolio is beyond them",
  }),
}).meta({ id: "Range" });
const ranges = z.record(z.string(), range);

const volatility = z.strictObject({
  min: z.number(),
  max: z.tuple([z.number(), z.number().nullable()]).meta({
    description:
      "The largest volatility is between the two: that of a portfolio found, and one that no portfolio exceeds, " +
      "null where nothing limits it",
  }),
  exact: z.boolean(),
}).meta({ id: "VolatilityRange" });

export const preflightBody = z.strictObject({
  feasible: z.boolean().nullable().meta({
    description: "Whether a portfolio keeps all rules that are judged; null where neither is proven within the work " +
      "of a preflight: the ranges are then what no portfolio is beyond, if there is one",
  }),
  ranges: z.strictObject({
    assets: ranges.meta({ description: "Of the weight of each asset" }),
    groups: ranges.meta({ description: "Of the sum of the weights of each group" }),
    linear: ranges.meta({ description: "Of the value of each linear rule" }),
    factors: ranges.meta({ description: "Of the exposure to the factor of each rule" }),
    return: range.nullable().meta({ description: "Annual, of the expected return; null without estimates" }),
    volatility: volatility.nullable().meta({ description: "Annual; null without estimates" }),
  }).nullable().meta({ description: "What the rules allow; null where they cannot be met" }),
  not_judged: z.array(z.enum(CONSTRAINT_FAMILIES.ids)).meta({
    description: "The families whose rules need prices or estimates, where none are given",
  }),
  conflict: conflictBody.nullable(),
}).meta({ id: "Preflight" });

/** Returns the JSON body that answers a preflight of constraints. */
export function presentPreflight(
  { isFeasible, conflict, ranges, notJudged }: ConstraintPreflight,
): DeepReadonly<z.input<typeof preflightBody>> {
  return {
    feasible: isFeasible,
    ranges,
    not_judged: notJudged,
    conflict: conflict && refusedConflict(conflict),
  };
}
