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
  summary: "Read how far a report of a run is",
  description: "With a link that opens it for 15 minutes once it is ready, and the reason where it failed.",
  parameters: runParameters,
  query: z.strictObject({ kind: reportKind }),
  responses: { 200: { description: "The report", body: reportBody } },
}, async ({ account: { id: accountId }, parameters: { run_id: runId }, query: { kind } }, { jobs, signedUrls }) => {
  const report = await jobs.findReport(accountId, runId, kind);
  return { status: 200, body: await presentReport({ signedUrls }, report, { accountId, runId, kind }) };
});
