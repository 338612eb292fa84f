import { z } from "zod";
import { jobId, jobRead, jobShape, jobText, shownJob } from "../job_answer.ts";
import { defineTool, ENDS } from "../tool.ts";

/** Tool that cancels a job in flight. The end of a call never does. */
export const cancelRun = defineTool({
  name: "cancel_run",
  title: "Cancel a run",
  description: "Cancels a run, a simulation or a backtest that has not ended. Ending a call never cancels one.",
  scope: "jobs:write",
  hints: ENDS,
  input: z.strictObject({ run_id: jobId }),
  output: jobShape,
  confirmation: ({ run_id }) => `Cancel ${run_id}? Its result is then never computed.`,
  async run({ run_id }, call) {
    const job = jobRead.parse(await call.api.ask("cancel_job", { parameters: { run_id } }, call.signal));
    return { structured: shownJob(job, call), text: jobText(job, call) };
  },
});
