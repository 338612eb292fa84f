import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { answered, api } from "../../api.ts";
import type { Refusal } from "../../refusal.ts";
import { followReport, type Report } from "./follow_report.ts";

export interface ReportState {
  readonly report: Report | null;
  readonly refusal: Refusal | null;
  /** Looks at the report now, and again until it is made. */
  readonly follow: () => void;
}

/** Hook. Returns the state of a report of a run, and looks at it again while it is being made. */
export function useReport(id: string, kind: Report["kind"], onReady: () => void): ReportState {
  const report = useSignal<Report | null>(null);
  const refusal = useSignal<Refusal | null>(null);
  const looks = useSignal(0);
  useEffect(() => {
    const leaving = new AbortController();
    const params = { path: { run_id: id }, query: { kind } }, { signal } = leaving;
    void followReport(() => answered(api.GET("/jobs/{run_id}/report/status", { params, signal })), {
      signal,
      onReport(next) {
        const was = report.value?.status;
        report.value = next;
        refusal.value = null;
        if (next.status === "ready" && was !== undefined && was !== "ready") onReady();
      },
      onRefusal: (why) => refusal.value = why,
    });
    return () => leaving.abort();
  }, [id, kind, looks.value]);
  return { report: report.value, refusal: refusal.value, follow: () => looks.value++ };
}
