import assert from "node:assert/strict";
import { jobIdOf } from "./identifier.ts";
import {
  isInFlight,
  JOB_ERROR_CODES,
  JOB_STATUSES,
  type JobStatus,
  mayBecome,
  refusalToRequeue,
  TRANSITIONS,
} from "./job.ts";

Deno.test("queued, running and uploading jobs are in flight, and of the others only a failed job may change, by an operator", () => {
  assert.deepEqual(JOB_STATUSES.filter(isInFlight), ["queued", "running", "uploading"]);
  for (const finished of ["succeeded", "cancelled"] as const) {
    assert.deepEqual(JOB_STATUSES.filter((to) => mayBecome(finished, to)), []);
  }
  assert.deepEqual(TRANSITIONS.failed, { queued: ["operator"] });
});

Deno.test("an operator can requeue a job that runs, or that failed for a reason outside its request", () => {
  const id = jobIdOf("run_01K00000000000000000000001");
  const allowed = JOB_STATUSES.filter((status) => refusalToRequeue({ id, status, error: null }) === null);
  assert.deepEqual(allowed, ["running", "uploading", "failed"]);
  const ofRequest = JOB_ERROR_CODES.filter((code) =>
    refusalToRequeue({ id, status: "failed", error: { code, detail: "" } }) !== null
  );
  assert.deepEqual(ofRequest, [
    "insufficient_history",
    "too_many_rebalances",
    "constraints_infeasible",
    "methods_failed",
  ]);
  assert.equal(
    refusalToRequeue({ id, status: "cancelled", error: null }),
    `Cannot requeue run "${id}": it is cancelled`,
  );
});

Deno.test("a job in flight can move on to the next status, fail, be cancelled or return to the queue", () => {
  const next: Record<Extract<JobStatus, "queued" | "running" | "uploading">, readonly JobStatus[]> = {
    queued: ["running", "failed", "cancelled"],
    running: ["queued", "uploading", "failed", "cancelled"],
    uploading: ["queued", "succeeded", "failed", "cancelled"],
  };
  for (const from of ["queued", "running", "uploading"] as const) {
    assert.deepEqual(JOB_STATUSES.filter((to) => mayBecome(from, to)), next[from]);
  }
});
