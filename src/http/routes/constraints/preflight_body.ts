import { z } from "zod";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { doubt } from "../../../documents/doubt_schema.ts";
import type { ConstraintPreflight } from "../../../jobs/constraint_preflights.ts";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { preflightSchema } from "../../../request/preflight_request.ts";
import { documentedAs } from "../../documented_as.ts";
import { conflictBody, refusedConflict } from "../../problem.ts";
import { historyBodies, rulesAndEstimators, scenariosBody } from "../jobs/submission_body.ts";

/**
 * Documented schema of the body of POST /constraints/preflight. It checks nothing: a separate reader checks the body
 * and reports every fault at once.
 */
export const preflightRequestBody: z.ZodUnknown = documentedAs(
  preflightSchema.extend({
    ...historyBodies,
    scenarios: scenariosBody,
    ...rulesAndEstimators,
  }).meta({ id: "PreflightRequest" }),
  "input",
);

const range = z.strictObject({
  min: z.number().nullable().meta({ description: "Null where nothing limits it" }),
  max: z.number().nullable(),
  exact: z.boolean().meta({
    description: "Whether portfolios reach both ends, proven to 1e-7; otherwise no portfolio is beyond the ends",
  }),
}).meta({ id: "Range" });
const ranges = z.record(z.string(), range);

const volatility = z.strictObject({
  min: z.number(),
  max: z.tuple([z.number(), z.number().nullable()]).meta({
    description:
      "The largest volatility is between these two: the volatility of a portfolio that was found, and a limit that no " +
      "portfolio exceeds, null where there is no limit",
  }),
  exact: z.boolean(),
}).meta({ id: "VolatilityRange" });

export const preflightBody = z.strictObject({
  feasible: z.boolean().nullable().meta({
    description:
      "Whether some portfolio keeps all rules that are judged; null where the preflight could prove neither " +
      "within its limit of work. No portfolio is then beyond the ranges, but there may be none within them",
  }),
  ranges: z.strictObject({
    assets: ranges.meta({ description: "Ranges of the weight of each asset" }),
    groups: ranges.meta({ description: "Ranges of the sum of the weights of each group" }),
    linear: ranges.meta({ description: "Ranges of the value of each linear rule" }),
    factors: ranges.meta({ description: "Ranges of the exposure to the factor of each rule" }),
    return: range.nullable().meta({ description: "Range of the annual expected return; null without estimates" }),
    volatility: volatility.nullable().meta({ description: "Range of the annual volatility; null without estimates" }),
  }).nullable().meta({ description: "Ranges that the rules allow; null where the rules cannot be met" }),
  not_judged: z.array(z.enum(CONSTRAINT_FAMILIES.ids)).meta({
    description: "Families that were not judged, because their rules need prices or estimates and the request has none",
  }),
  conflict: conflictBody.nullable(),
  doubts: z.array(doubt).meta({
    description:
      "Doubts about the numbers of the request and about the prices that were read, as in `data.doubts` of a run's " +
      "result: the most severe first; empty without any",
  }),
}).meta({ id: "Preflight" });

/** Returns the JSON body that answers a preflight of constraints. */
export function presentPreflight(
  { isFeasible, conflict, ranges, notJudged, doubts }: ConstraintPreflight,
): DeepReadonly<z.input<typeof preflightBody>> {
  return {
    feasible: isFeasible,
    ranges,
    not_judged: notJudged,
    conflict: conflict && refusedConflict(conflict),
    doubts,
  };
}
