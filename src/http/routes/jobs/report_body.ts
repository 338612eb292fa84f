import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import type { AccountId, JobId } from "../../../domain/identifier.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { Job } from "../../../domain/job.ts";
import { REPORT_KINDS, reportFileName, type ReportKind, reportStatusOf } from "../../../domain/report.ts";

const timestamp = z.iso.datetime({ precision: 3 });

/** Schema of the kind of report: summary, full or backtest. */
export const reportKind = z.enum(REPORT_KINDS).default("full").meta({
  description: "`summary`: two pages; `full`: all that the run has; `backtest`: its walk-forward backtest alone",
});

const status = z.enum(["absent", "queued", "rendering", "ready", "failed"]);

/** Schema of the body that answers a request for a report: its kind and status. */
export const requestedReportBody = z.strictObject({ kind: z.enum(REPORT_KINDS), status }).meta({
  id: "RequestedReport",
});

/** Schema of a report's status: progress, failure, and the link to the finished file. */
export const reportBody = z.strictObject({
  kind: z.enum(REPORT_KINDS),
  status,
  reason: z.string().optional().meta({ description: "Why the report failed; absent otherwise" }),
  url: z.url().optional().meta({ description: "Opens the report without a credential; absent until it is ready" }),
  expires_at: timestamp.optional().meta({ description: "When the link expires" }),
  updated_at: timestamp.optional().meta({
    description: "When the report was last requested, begun or ended; absent if it was never requested",
  }),
}).meta({ id: "Report" });

/**
 * Returns the JSON body with the status of a run's report. The status is `absent` if `report` is null because nobody
 * has requested it.
 */
export async function presentReport(
  { signedUrls }: Pick<Dependencies, "signedUrls">,
  report: Job | null,
  { accountId, runId, kind }: { readonly accountId: AccountId; readonly runId: JobId; readonly kind: ReportKind },
): Promise<z.output<typeof reportBody>> {
  if (report === null) return { kind, status: "absent" };
  const { createdAt, startedAt, uploadingAt, finishedAt, error } = report;
  const told = {
    kind,
    status: reportStatusOf(report.status),
    updated_at: isoTimestamp(finishedAt ?? uploadingAt ?? startedAt ?? createdAt),
  };
  if (told.status === "failed") return { ...told, reason: error?.detail ?? "The report was cancelled" };
  if (told.status !== "ready") return told;
  const { url, expiresAt } = await signedUrls.urlOf({ accountId, jobId: runId, name: reportFileName(kind) });
  return { ...told, url, expires_at: isoTimestamp(expiresAt) };
}
