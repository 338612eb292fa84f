import { type components, serviceClient } from "../../clients/typescript/mod.ts";
import { pause } from "../../src/runtime/pause.ts";
import { answered } from "./answered.ts";
import type { DemoService } from "./demo_service.ts";

export interface DemoReportOptions {
  /** API key with which the demo requests and reads the report. */
  readonly key: string;
  /** Id of the run that the demo's report describes. The run has succeeded. */
  readonly runId: string;
  readonly signal: AbortSignal;
}

export type DemoReport = components["schemas"]["Report"];

const LOOK_EVERY_MS = 100;

/** Requests the full report of a run and waits until the report is ready or has failed. */
export async function demoReport(
  service: DemoService,
  { key, runId, signal }: DemoReportOptions,
): Promise<DemoReport> {
  const client = serviceClient({ baseUrl: service.url, fetch: service.fetch, token: key });
  const path = { params: { path: { run_id: runId } }, signal };
  answered(await client.POST("/jobs/{run_id}/report/pdf", { ...path, body: { kind: "full" } }));
  for (;;) {
    signal.throwIfAborted();
    const report = answered(await client.GET("/jobs/{run_id}/report/status", path));
    if (report.status === "ready" || report.status === "failed") return report;
    await pause(LOOK_EVERY_MS, signal);
  }
}
