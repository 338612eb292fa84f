import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { components } from "../../../clients/typescript/mod.ts";
import { answered, api } from "../../api.ts";
import { asRefusal, type Refusal } from "../../refusal.ts";

export type Report = components["schemas"]["Report"];

/** Milliseconds between two looks at a report that is being made. */
const LOOK_EVERY_MS = 1_000;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const was = report.value?.status;
      try {
        const params = { path: { run_id: id }, query: { kind } };
        report.value = await answered(api.GET("/jobs/{run_id}/report/status", { params, signal: leaving.signal }));
        refusal.value = null;
      } catch (error) {
        if (!leaving.signal.aborted) refusal.value = asRefusal(error);
        return;
      }
      const { status } = report.value;
      if (status === "queued" || status === "rendering") timer = setTimeout(() => void look(), LOOK_EVERY_MS);
      else if (status === "ready" && was !== undefined && was !== "ready") onReady();
    };
    void look();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [id, kind, looks.value]);
  return { report: report.value, refusal: refusal.value, follow: () => looks.value++ };
}
