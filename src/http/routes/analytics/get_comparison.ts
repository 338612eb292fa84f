import { defineEndpoint, problem } from "../../endpoint.ts";
import { comparisonBody, presentComparison } from "./comparison_body.ts";
import { comparisonParameters } from "./comparison_parameters.ts";

export const getComparison = defineEndpoint({
  method: "GET",
  path: "/analytics/comparisons/{comparison_id}",
  summary: "Read a comparison",
  credential: "session",
  rateLimit: "reading",
  parameters: comparisonParameters,
  responses: { 200: { description: "The comparison", body: comparisonBody }, 404: problem("not_found") },
}, async ({ account, parameters }, { comparisons }) => {
  return { status: 200, body: presentComparison(await comparisons.get(account.id, parameters.comparison_id)) };
});
