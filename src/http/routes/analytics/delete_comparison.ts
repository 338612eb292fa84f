import { defineEndpoint, problem } from "../../endpoint.ts";
import { comparisonParameters } from "./comparison_parameters.ts";

export const deleteComparison = defineEndpoint({
  method: "DELETE",
  path: "/analytics/comparisons/{comparison_id}",
  summary: "Delete a comparison",
  description: "The runs of the comparison are kept.",
  credential: "session",
  rateLimit: "rest",
  parameters: comparisonParameters,
  responses: { 204: { description: "The comparison is gone" }, 404: problem("not_found") },
}, async ({ account, parameters }, { comparisons }) => {
  await comparisons.delete(account.id, parameters.comparison_id);
  return { status: 204 };
});
