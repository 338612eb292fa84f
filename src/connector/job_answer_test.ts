import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { pause } from "../runtime/pause.ts";
import { awaitedJob, type JobRead, shownJob, WAITS_AT_MOST_MS } from "./job_answer.ts";
import type { ToolCall } from "./tool.ts";
import { getRun } from "./tools/get_run.ts";

const QUEUED: JobRead = {
  run_id: "run_01K00000000000000000000000",
  kind: "optimization",
  name: null,
  status: "queued",
  methods: [],
  progress: { phase: "queued", fraction: 0 },
  error: null,
  created_at: "2026-01-01T00:00:00Z",
  finished_at: null,
  parent_run_id: null,
};

/** Returns what a call may use that looks at a job by the given function, and the fractions of which it told. */
function callWith(look: () => unknown): { readonly call: ToolCall; readonly told: readonly number[] } {
  const { signal } = new AbortController();
  const told: number[] = [];
  const call: ToolCall = {
    api: {
      ask: () => Promise.reject(new Error("A wait asks for nothing that counts")),
      look: () => Promise.resolve(look()),
      file: () => Promise.reject(new Error("No file")),
      pageOf: () => null,
    },
    signal,
    waits: true,
    elapsedMs: () => performance.now(),
    wait: (durationMs) => pause(Math.min(durationMs, 5), signal),
    progress: (fraction) => {
      told.push(fraction);
      return Promise.resolve();
    },
    digest: () => "",
  };
  return { call, told };
}

Deno.test("a job that was submitted is told even if no look at it succeeds", async () => {
  const { call } = callWith(() => Promise.reject(new DomainError("not_ready", "The store is away")));
  assert.deepEqual(await awaitedJob(QUEUED, 20_000, call), QUEUED);
});

Deno.test("progress is told only when it has risen", async () => {
  const fractions = [0, 0, 0.2, 0.2, 0.1, 0.5];
  const { call, told } = callWith(() => {
    const fraction = fractions.shift();
    return fraction === undefined
      ? { ...QUEUED, status: "succeeded" }
      : { ...QUEUED, status: "running", progress: { phase: "optimizing", fraction } };
  });
  assert.equal((await awaitedJob(QUEUED, 20_000, call)).status, "succeeded");
  assert.deepEqual(told, [0, 0.2, 0.5]);
});

Deno.test("a wait ends by the clock, however long the looks take", async () => {
  const { call } = callWith(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return QUEUED;
  });
  const began = performance.now();
  await awaitedJob(QUEUED, 150, call);
  assert.ok(performance.now() - began < 1_000);
});

Deno.test("a job that ended without a result names the field by which the same arguments are another job", () => {
  for (const status of ["failed", "cancelled"] as const) {
    assert.match(shownJob({ ...QUEUED, status }, { api: callWith(() => QUEUED).call.api }).next, /"repeat_key"/);
  }
});

Deno.test("a call waits at most 20 s for a job that does not end, and get_run takes no longer wait", async () => {
  let nowMs = 0;
  const call: ToolCall = {
    ...callWith(() => QUEUED).call,
    elapsedMs: () => nowMs,
    wait: (durationMs) => {
      nowMs += durationMs;
      return Promise.resolve();
    },
  };
  assert.deepEqual(await awaitedJob(QUEUED, WAITS_AT_MOST_MS, call), QUEUED);
  assert.ok(nowMs > 19_000 && nowMs <= 20_000, `${nowMs} ms`);
  const waited = (wait_seconds: number) => getRun.input.safeParse({ run_id: QUEUED.run_id, wait_seconds }).success;
  assert.deepEqual([waited(20), waited(21)], [true, false]);
});
