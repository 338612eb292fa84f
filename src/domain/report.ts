import type { JobStatus, ReportStatus } from "./job.ts";

/** Kinds of reports on a run: a two-page summary, the full report, or its backtest only. */
export const REPORT_KINDS = ["summary", "full", "backtest"] as const;
export type ReportKind = typeof REPORT_KINDS[number];

/** File name of the PDF report of a backtest job. */
export const BACKTEST_REPORT = "section.pdf";

/** Returns the file name of a PDF report of a run. */
export function reportFileName(kind: ReportKind): string {
  return `report_${kind}.pdf`;
}

/** Returns the status of a PDF report from the status of the job that renders it. */
export function reportStatusOf(status: JobStatus): ReportStatus {
  return REPORT_STATUS[status];
}

const REPORT_STATUS: Readonly<Record<JobStatus, ReportStatus>> = {
  queued: "queued",
  running: "rendering",
  uploading: "rendering",
  succeeded: "ready",
  failed: "failed",
  cancelled: "failed",
};
