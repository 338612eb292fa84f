import { z } from "zod";
import { ENFORCED_ALONG_FRONTIER } from "../../optimization/methods/mod.ts";
import { type Constraints, familiesBeyond } from "./constraints.ts";
import type { Part } from "./part.ts";

const schema = z.strictObject({
  efficient_frontier: z.strictObject({ points: z.int().min(2).max(500).default(50) }).optional(),
});
type FrontierFields = z.output<typeof schema>;

/** The efficient frontier of a run. */
export const efficientFrontierPart = {
  schema,
  rules({ efficient_frontier: frontier }, { constraints }, faults) {
    if (frontier === undefined) return;
    for (const family of familiesBeyond(constraints, ENFORCED_ALONG_FRONTIER)) {
      faults.add(
        "/efficient_frontier",
        `Cannot enforce the constraint family "${family}" along the efficient frontier`,
      );
    }
  },
  config: ({ efficient_frontier }) => efficient_frontier === undefined ? {} : { efficient_frontier },
} satisfies Part<FrontierFields, { readonly constraints: Constraints }, FrontierFields>;
