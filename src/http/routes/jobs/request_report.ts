import { z } from "zod";
import { reportStatusOf } from "../../../domain/report.ts";
import { requestReport as request } from "../../../jobs/request_report.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { runParameters } from "./job_parameters.ts";
import { reportKind, requestedReportBody } from "./report_body.ts";

export const requestReport = defineEndpoint({
  method: "POST",
  path: "/jobs/{run_id}/report/pdf",
  credential: "key or session",
  scope: "jobs:write",
  rateLimit: "submission",
  summary: "Ask for a report of a run as PDF",
  description:
    "It is rendered from the stored figures of the run, once for all who ask: one that is queued, rendering or ready is " +
    "answered as it is, one that failed is queued again. It counts on no meter; its bytes count as the run's, and it is " +
    "deleted with the run.",
  parameters: runParameters,
  body: z.strictObject({ kind: reportKind }),
  bodyMayBeEmpty: true,
  responses: {
    202: { description: "How far the report is", body: requestedReportBody },
    409: problem("run_not_succeeded", "limit_reached"),
  },
}, async ({ account, parameters: { run_id: runId }, body: { kind } }, dependencies) => {
  const { status } = await request(dependencies, { accountId: account.id, runId, kind });
  return { status: 202, body: { kind, status: reportStatusOf(status) } };
});
