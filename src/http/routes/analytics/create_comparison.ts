import { commonDaysOfRuns } from "../../../jobs/common_days_of_runs.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { comparisonBody, comparisonRequest, presentComparison } from "./comparison_body.ts";

export const createComparison = defineEndpoint({
  method: "POST",
  path: "/analytics/comparisons",
  summary: "Save a comparison of runs",
  description: "A comparison has 2 to 20 runs that have succeeded. An account has at most 200 comparisons.",
  credential: "session",
  rateLimit: "rest",
  body: comparisonRequest,
  responses: {
    201: { description: "The comparison", body: comparisonBody },
    404: problem("not_found"),
    409: problem("run_not_succeeded", "limit_reached"),
  },
}, async ({ account, body: { name, run_ids: runIds } }, { jobs, artifacts, comparisons }) => {
  const days = await commonDaysOfRuns({ jobs, artifacts }, account.id, runIds);
  return { status: 201, body: presentComparison(await comparisons.create(account.id, { name, runIds }, days)) };
});
