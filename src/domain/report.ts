import type { JobStatus, ReportStatus } from "./job.ts";

/** The reports that a run may have: two pages, everything, or its backtest alone. */
export const REPORT_KINDS = ["summary", "full", "backtest"] as const;
export type ReportKind = typeof REPORT_KINDS[number];

/** The file of its report that a backtest of its own has. */
export const BACKTEST_REPORT = "section.pdf";

/** The file of a report among those of its run. */
export function reportFileName(kind: ReportKind): string {
  return `report_${kind}.pdf`;
}

/** How far a report is by the status of the job that renders it. */
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
