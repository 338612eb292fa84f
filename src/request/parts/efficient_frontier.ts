import { z } from "zod";
import { UNORDERED, UNWEIGHED } from "../../optimization/constraints/mod.ts";
import {
  ENFORCED_ALONG_FRONTIER,
  frontierNeeds,
  frontierNeedsHistory,
  frontierParameters,
} from "../../optimization/methods/mod.ts";
import { type Constraints, familiesBeyond } from "./constraints.ts";
import type { Part } from "./part.ts";

const schema = z.strictObject({
  efficient_frontier: frontierParameters.optional().meta({
    description: "Portfolios of the least risk at each return, from the least risk to the largest return",
  }),
});
type FrontierFields = z.output<typeof schema>;

/** Definition of the request fields for the efficient frontier of a run. */
export const efficientFrontierPart = {
  schema,
  rules({ efficient_frontier: frontier }, { constraints, hasHistory, isByPairs, isUnordered, isWeighted }, faults) {
    if (frontier === undefined) return;
    if (!hasHistory && frontierNeedsHistory(frontier)) {
      const { measure } = frontier;
      faults.add(
        "/efficient_frontier/measure",
        `Cannot draw a frontier of ${measure} from moments: it needs a history; a frontier of volatility needs none`,
      );
    }
    if (isByPairs && frontierNeedsHistory(frontier)) {
      faults.add(
        "/efficient_frontier/measure",
        `Cannot draw a frontier of ${frontier.measure} with history "available": it needs the returns of all assets on ` +
          "the same days; a frontier of volatility does not",
      );
    }
    const needs = frontierNeeds(frontier);
    const why = needs.dates && isUnordered ? UNORDERED : needs.equalRows && isWeighted ? UNWEIGHED : null;
    if (why !== null) {
      faults.add("/efficient_frontier/measure", `Cannot draw a frontier of ${frontier.measure}: it ${why}`);
    }
    for (const family of familiesBeyond(constraints, ENFORCED_ALONG_FRONTIER)) {
      faults.add(
        "/efficient_frontier",
        `Cannot enforce the constraint family "${family}" along the efficient frontier: leave one of them out, or ` +
          "send the family only in the constraints of single methods",
      );
    }
  },
  config: ({ efficient_frontier }) => efficient_frontier === undefined ? {} : { efficient_frontier },
} satisfies Part<
  FrontierFields,
  {
    readonly constraints: Constraints;
    readonly hasHistory: boolean;
    readonly isByPairs: boolean;
    readonly isUnordered: boolean;
    readonly isWeighted: boolean;
  },
  FrontierFields
>;
