import { z } from "zod";
import { reportStatusOf } from "../../../domain/report.ts";
import { requestReport as request } from "../../../jobs/request_report.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { runParameters } from "./job_parameters.ts";
import { reportKind, requestedReportBody } from "./report_body.ts";
import { WORK_BOUND_NOTE } from "./work_bound_note.ts";

export const requestReport = defineEndpoint({
  method: "POST",
  path: "/jobs/{run_id}/report/pdf",
  credential: "key or session",
  scope: "jobs:write",
  rateLimit: "submission",
  summary: "Ask for a report of a run as PDF",
  description:
    "The report is rendered once from the stored figures of the run. A report that is queued, rendering or ready is not " +
    "rendered again; a report that failed is queued again. A report counts on no meter; its bytes count as bytes of the " +
    "run, and it is deleted with the run. Letters that the typeface of the report lacks, such as Tamil or Arabic ones, " +
    `are shown as □; spreadsheet and CSV have them. ${WORK_BOUND_NOTE}`,
  parameters: runParameters,
  body: z.strictObject({ kind: reportKind }),
  bodyMayBeEmpty: true,
  responses: {
    202: { description: "The status of the report", body: requestedReportBody },
    409: problem("run_not_succeeded", "limit_reached"),
  },
}, async ({ account, parameters: { run_id: runId }, body: { kind } }, dependencies) => {
  const { status } = await request(dependencies, { accountId: account.id, runId, kind });
  return { status: 202, body: { kind, status: reportStatusOf(status) } };
});
