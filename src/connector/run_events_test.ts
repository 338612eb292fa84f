import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { runEvents } from "./run_events.ts";

const RUN_ID = "run_01K00000000000000000000000";

function jobOf(status: string): unknown {
  return {
    run_id: RUN_ID,
    kind: "optimization",
    name: null,
    status,
    methods: [],
    progress: { phase: "queued", fraction: 0 },
    error: null,
    created_at: "2026-01-01T00:00:00Z",
    finished_at: null,
    parent_run_id: null,
  };
}

Deno.test("a subscription goes on after a look that fails, and looks no more at a run that has ended", async () => {
  const answers = [
    () => jobOf("queued"),
    () => Promise.reject(new DomainError("not_ready", "The store is away")),
    () => jobOf("queued"),
    () => jobOf("succeeded"),
  ];
  let looks = 0;
  const heard: number[] = [];
  const failures: unknown[] = [];
  const ended = Promise.withResolvers<void>();
  const bus = runEvents([`portfolio://runs/${RUN_ID}/summary`], {
    api: { look: () => Promise.resolve(answers[looks++]?.()) },
    signal: new AbortController().signal,
    onFailure: (error) => failures.push(error),
    lookMs: 1,
  });
  bus.subscribe(() => {
    heard.push(looks);
    if (looks === answers.length) setTimeout(() => ended.resolve(), 20);
  });
  await ended.promise;
  assert.deepEqual([heard, looks, failures], [[1, 4], 4, []]);
});
