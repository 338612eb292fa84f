import assert from "node:assert/strict";
import { isInFlight, JOB_STATUSES, type JobStatus, mayBecome } from "./job.ts";

Deno.test("queued, running and uploading are in flight, the others are finished for good", () => {
  assert.deepEqual(JOB_STATUSES.filter(isInFlight), ["queued", "running", "uploading"]);
  for (const finished of ["succeeded", "failed", "cancelled"] as const) {
    assert.deepEqual(JOB_STATUSES.filter((to) => mayBecome(finished, to)), []);
  }
});

Deno.test("a job in flight goes one step on, fails, is cancelled, or goes back to the queue", () => {
  const next: Record<Extract<JobStatus, "queued" | "running" | "uploading">, readonly JobStatus[]> = {
    queued: ["running", "failed", "cancelled"],
    running: ["queued", "uploading", "failed", "cancelled"],
    uploading: ["queued", "succeeded", "failed", "cancelled"],
  };
  for (const from of ["queued", "running", "uploading"] as const) {
    assert.deepEqual(JOB_STATUSES.filter((to) => mayBecome(from, to)), next[from]);
  }
});
