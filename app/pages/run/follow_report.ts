import { pause } from "../../../src/runtime/pause.ts";
import type { components } from "../../../clients/typescript/mod.ts";
import { asRefusal, mayPass, type Refusal } from "../../refusal.ts";

export type Report = components["schemas"]["Report"];

/** Milliseconds between two looks at a report that is being made, and the longest while the service cannot tell. */
const LOOK_EVERY_MS = 1_000, LONGEST_PAUSE_MS = 15_000;

export interface FollowReportOptions {
  readonly onReport: (report: Report) => void;
  /** Hears why a look was refused. There is another one where the refusal may pass. */
  readonly onRefusal: (refusal: Refusal) => void;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks; that of the console if absent. */
  readonly everyMs?: number;
}

/**
 * Looks at a report until it is made, has failed or may not be read. A look that fails in passing is made again, ever
 * later, because the report is being made whether somebody looks or not. `look` throws a `Refusal`.
 */
export async function followReport(look: () => Promise<Report>, options: FollowReportOptions): Promise<void> {
  const { onReport, onRefusal, signal, everyMs = LOOK_EVERY_MS } = options;
  for (let pauseMs = everyMs; !signal.aborted; await pause(pauseMs, signal)) {
    try {
      const report = await look();
      if (signal.aborted) return;
      onReport(report);
      if (report.status !== "queued" && report.status !== "rendering") return;
      pauseMs = everyMs;
    } catch (error) {
      if (signal.aborted) return;
      const refusal = asRefusal(error);
      onRefusal(refusal);
      if (!mayPass(refusal)) return;
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    }
  }
}
