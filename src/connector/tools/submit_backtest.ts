import { z } from "zod";
import { awaitedJob, jobId, jobOfRunRead, jobShape, jobText, shownJob, WAITS_AT_MOST_MS } from "../job_answer.ts";
import { submissionKey } from "../submission_key.ts";
import { defineTool, SUBMITS } from "../tool.ts";

const submitted = jobOfRunRead.extend({ backtest_run_id: z.string() });

/** Tool that submits a walk-forward backtest of a run. */
export const submitBacktest = defineTool({
  name: "submit_backtest",
  title: "Backtest a run",
  description:
    'Submits a walk-forward backtest of a run\'s methods and waits like submit_run. More fields: explain_method "rolling_backtest".',
  scope: "analysis:write",
  hints: SUBMITS,
  input: z.looseObject({
    run_id: jobId,
    train_window: z.int().optional().describe("Returns from which weights are computed"),
    rebalance_every: z.int().optional().describe("Periods between rebalances"),
    cost_bps: z.number().optional(),
    repeat_key: z.string().max(100).optional(),
  }),
  output: jobShape,
  confirmation: ({ run_id }) => `Start a backtest of ${run_id}? It counts against the plan.`,
  async run({ run_id, repeat_key, ...body }, call) {
    const idempotencyKey = submissionKey("submit_backtest", { body: { run_id, ...body }, repeatKey: repeat_key }, call);
    const asked = { parameters: { run_id }, body, idempotencyKey };
    const { backtest_run_id: id, ...read } = submitted.parse(await call.api.ask("submit_backtest", asked, call.signal));
    const job = await awaitedJob({ ...read, run_id: id, kind: "backtest", methods: [] }, WAITS_AT_MOST_MS, call);
    return { structured: shownJob(job, call), text: jobText(job, call) };
  },
});
