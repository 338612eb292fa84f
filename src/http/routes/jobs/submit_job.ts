import { submitRun } from "../../../jobs/submit.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { idempotencyKeyOf } from "../../idempotency_key.ts";
import type { Principal } from "../../principal.ts";
import { MAX_BODY_BYTES } from "../../middleware/body_limit.ts";
import { jobBody, presentJob } from "./job_body.ts";
import { submissionBody } from "./submission_body.ts";
import { WORK_BOUND_NOTE } from "./work_bound_note.ts";

/** Whether the caller is a connector that may start no simulation and so has the rights of an API key. */
function lacksAnalysis(principal: Principal): boolean {
  return principal.kind === "connector" && !principal.access.scopes.includes("analysis:write");
}

export const submitJob = defineEndpoint({
  method: "POST",
  path: "/jobs",
  credential: "key or session",
  scope: "jobs:write",
  rateLimit: "submission",
  summary: "Submit a run",
  description:
    `The same request with the same Idempotency-Key within 24 hours is answered with the same run. ${WORK_BOUND_NOTE}`,
  idempotent: true,
  body: submissionBody,
  maxBytes: MAX_BODY_BYTES,
  leavesLargeBodyUnread: true,
  responses: {
    202: { description: "The run, accepted", body: jobBody, headers: ["location"] },
    403: problem("mc_api_key_not_supported"),
    409: problem("limit_reached"),
    422: problem("constraints_infeasible", "idempotency_key_reused"),
    429: problem("quota_exceeded"),
    503: problem("market_data_unavailable"),
  },
}, async ({ account, principal, body, headers, signal }, dependencies) => {
  const { job } = await submitRun(dependencies, account, body, {
    idempotencyKey: idempotencyKeyOf(headers),
    credential: principal.kind === "key" || lacksAnalysis(principal) ? "key" : "session",
    signal,
  });
  return { status: 202, headers: { location: `/jobs/${job.id}` }, body: presentJob(job) };
});
