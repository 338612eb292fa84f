import { z } from "zod";
import { awaitedJob, jobId, jobRead, jobShape, jobText, shownJob, WAITS_AT_MOST_MS } from "../job_answer.ts";
import { defineTool, READS } from "../tool.ts";

const SECOND_MS = 1_000;

/** Tool that tells how far a job is, and waits for its end where asked. */
export const getRun = defineTool({
  name: "get_run",
  title: "Follow a run",
  description: "Tells the state of a run, a simulation or a backtest; waits for its end up to wait_seconds.",
  scope: "jobs:read",
  hints: READS,
  input: z.strictObject({
    run_id: jobId,
    wait_seconds: z.number().min(0).max(WAITS_AT_MOST_MS / SECOND_MS).default(0),
  }),
  output: jobShape,
  async run({ run_id, wait_seconds }, call) {
    const found = jobRead.parse(await call.api.ask("get_job", { parameters: { run_id } }, call.signal));
    const job = await awaitedJob(found, wait_seconds * SECOND_MS, call);
    return { structured: shownJob(job, call), text: jobText(job, call) };
  },
});
