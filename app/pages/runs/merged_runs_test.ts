import assert from "node:assert/strict";
import type { Job } from "../run/job_events.ts";
import { merged, type RunList } from "./merged_runs.ts";

const list = (ids: string, next: string | null): RunList => ({ runs: [...ids].map(job), next });
const idsOf = ({ runs, next }: RunList) => [runs.map(({ run_id }) => run_id).join(""), next];

Deno.test("a list that is read anew shows new runs, drops deleted ones, and keeps what was read further down", () => {
  assert.deepEqual(idsOf(merged(list("fedcba", "c6"), list("gfe", "c3"))), ["gfedcba", "c6"]);
  assert.deepEqual(idsOf(merged(list("fedcba", "c6"), list("fdc", "c3"))), ["fdcba", "c6"]);
});

Deno.test("a list that is read anew to its end, or beyond all that was known, is the new one", () => {
  assert.deepEqual(idsOf(merged(list("fedcba", "c6"), list("fe", null))), ["fe", null]);
  assert.deepEqual(idsOf(merged(list("cba", null), list("zyx", "c3"))), ["zyx", "c3"]);
  assert.deepEqual(idsOf(merged(list("cba", null), list("", "c3"))), ["", "c3"]);
});

function job(run_id: string): Job {
  return {
    run_id,
    kind: "optimization",
    name: null,
    status: "succeeded",
    market: "IN",
    currency: null,
    mode: "construct",
    methods: [],
    tags: [],
    progress: { phase: "", fraction: 1 },
    error: null,
    attempt: 1,
    created_at: "2026-01-01T00:00:00Z",
    started_at: null,
    uploading_at: null,
    finished_at: null,
    expires_at: null,
    parent_run_id: null,
    report_status: "absent",
  };
}
