import assert from "node:assert/strict";
import { Refusal, unreachable } from "../../refusal.ts";
import { followJob, type JobSource } from "./follow_job.ts";
import type { Job } from "./job_events.ts";

const job = (status: Job["status"], fraction: number): Job => ({
  run_id: "run_1",
  kind: "optimization",
  name: null,
  status,
  market: "IN",
  currency: "INR",
  mode: "construct",
  methods: [],
  tags: [],
  progress: { phase: "solving", fraction },
  error: null,
  attempt: 1,
  created_at: "2026-01-01T00:00:00.000Z",
  started_at: null,
  uploading_at: null,
  finished_at: null,
  expires_at: null,
  parent_run_id: null,
  report_status: "absent",
});

/** Returns a stream of the events of jobs, which then ends, or breaks off as a connection does. */
function streamOf(jobs: readonly Job[], { breaks = false } = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
  const frames = jobs.map((one) => `id: ${one.progress.fraction}\ndata: ${JSON.stringify(one)}\n\n`);
  return new ReadableStream({
    pull(controller) {
      const frame = frames.shift();
      if (frame !== undefined) controller.enqueue(new TextEncoder().encode(frame));
      else if (breaks) controller.error(new TypeError("network error"));
      else controller.close();
    },
  });
}

/** The answer where a stream is held back on its way: there is none until the one who waits breaks it off. */
const HELD_BACK = "held back";

interface Followed {
  readonly seen: readonly string[];
  readonly opened: readonly (string | null)[];
  readonly troubles: readonly (string | null)[];
}

/** Follows a job through answers, each of which is a stream or a refusal, and tells what was seen. */
async function follow(
  answers: readonly (ReadableStream<Uint8Array<ArrayBuffer>> | Refusal | null | typeof HELD_BACK)[],
  reads: readonly (Job | Refusal)[] = [],
): Promise<Followed> {
  const seen: string[] = [], opened: (string | null)[] = [], troubles: (string | null)[] = [];
  const left = [...answers], toRead = [...reads];
  const given = <Value>(value: Value | Refusal | undefined): Promise<Value> => {
    if (value === undefined) throw new Error("The job is followed beyond its answers");
    return value instanceof Refusal ? Promise.reject(value) : Promise.resolve(value);
  };
  const source: JobSource = {
    open(last, signal) {
      opened.push(last);
      const answer = left.shift();
      if (answer !== HELD_BACK) return given(answer);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
    read: () => given(toRead.shift()),
  };
  await followJob(source, {
    onJob: ({ status, progress }) => seen.push(`${status} ${progress.fraction}`),
    onTrouble: (trouble) => troubles.push(trouble?.code ?? null),
    signal: new AbortController().signal,
    shortWaitMs: 1,
    silentMs: 20,
  });
  return { seen, opened, troubles };
}

Deno.test("a job is followed through a service that starts again in the middle of the stream, from its last event", async () => {
  const { seen, opened } = await follow([
    streamOf([job("running", 0.1), job("running", 0.2)], { breaks: true }),
    streamOf([job("running", 0.5), job("succeeded", 1)]),
  ]);
  assert.deepEqual(seen, ["running 0.1", "running 0.2", "running 0.5", "succeeded 1"]);
  assert.deepEqual(opened, [null, "0.2"]);
});

Deno.test("without streams a job is read itself until it has ended, and trouble is told as long as it lasts", async () => {
  const { seen, troubles } = await follow(
    [unreachable(), unreachable(), unreachable()],
    [job("running", 0.5), unreachable(), job("failed", 0.5)],
  );
  assert.deepEqual(seen, ["running 0.5", "failed 0.5"]);
  assert.deepEqual(troubles, [null, "unreachable", null]);
});

Deno.test("a job whose streams are held back on their way is read itself until it has ended", async () => {
  const { seen, troubles } = await follow([HELD_BACK, HELD_BACK], [job("running", 0.5), job("succeeded", 1)]);
  assert.deepEqual(seen, ["running 0.5", "succeeded 1"]);
  assert.deepEqual(troubles, [null, null]);
});

Deno.test("a job that ended at the last event is read once more, and a deleted one is a refusal", async () => {
  assert.deepEqual((await follow([null], [job("cancelled", 0)])).seen, ["cancelled 0"]);
  const gone = new Refusal(404, { code: "not_found", detail: "Cannot find the run" });
  await assert.rejects(() => follow([gone]), (error) => error === gone);
});
