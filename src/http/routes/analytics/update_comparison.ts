import { commonDaysOfRuns } from "../../../jobs/common_days_of_runs.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { comparisonBody, comparisonChange, presentComparison } from "./comparison_body.ts";
import { comparisonParameters } from "./comparison_parameters.ts";

export const updateComparison = defineEndpoint({
  method: "PATCH",
  path: "/analytics/comparisons/{comparison_id}",
  summary: "Edit a comparison",
  description: "A field that is left out does not change.",
  credential: "session",
  rateLimit: "rest",
  parameters: comparisonParameters,
  body: comparisonChange,
  responses: {
    200: { description: "The comparison", body: comparisonBody },
    404: problem("not_found"),
    409: problem("run_not_succeeded"),
  },
}, async ({ account, parameters: { comparison_id: id }, body }, { jobs, artifacts, comparisons }) => {
  const { name, run_ids: runIds } = body;
  await comparisons.get(account.id, id);
  const runs = runIds && { runIds, days: await commonDaysOfRuns({ jobs, artifacts }, account.id, runIds) };
  return { status: 200, body: presentComparison(await comparisons.update(account.id, id, { name, runs })) };
});
