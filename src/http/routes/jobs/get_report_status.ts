import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";
import { runParameters } from "./job_parameters.ts";
import { presentReport, reportBody, reportKind } from "./report_body.ts";

export const getReportStatus = defineEndpoint({
  method: "GET",
  path: "/jobs/{run_id}/report/status",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Read the status of a report of a run",
  description: "A report that is ready has a link, valid for 15 minutes; a report that failed has the reason.",
  parameters: runParameters,
  query: z.strictObject({ kind: reportKind }),
  responses: { 200: { description: "The report", body: reportBody } },
}, async ({ account: { id: accountId }, parameters: { run_id: runId }, query: { kind } }, { jobs, signedUrls }) => {
  const report = await jobs.findReport(accountId, runId, kind);
  return { status: 200, body: await presentReport({ signedUrls }, report, { accountId, runId, kind }) };
});
