import { submitBacktest as submit } from "../../../jobs/submit_job_of_run.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { jobOfRunRefusals, jobOfRunSubmission, submittedJobOfRun } from "../jobs/job_of_run_submission.ts";
import { backtestBody, presentBacktest } from "./backtest_body.ts";
import { backtestRequestBody } from "./backtest_request_body.ts";
import { WORK_BOUND_NOTE } from "../jobs/work_bound_note.ts";

export const submitBacktest = defineEndpoint({
  ...jobOfRunSubmission,
  path: "/runs/{run_id}/backtest",
  keyRefusal: "backtest_api_key_not_supported",
  summary: "Submit a walk-forward backtest of a run",
  description:
    "The backtest reads only data that the run has stored. The same request with the same Idempotency-Key within 24 hours is " +
    `answered with the same backtest. ${WORK_BOUND_NOTE}`,
  body: backtestRequestBody,
  responses: {
    202: { description: "The backtest, accepted", body: backtestBody, headers: ["location"] },
    ...jobOfRunRefusals,
  },
}, async (input, dependencies) => {
  const { job, given } = await submittedJobOfRun(submit, input, dependencies);
  const body = await presentBacktest(dependencies, job, given);
  return { status: 202, headers: { location: `/backtests/${job.id}` }, body };
});
