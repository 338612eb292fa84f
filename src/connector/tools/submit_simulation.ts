import { z } from "zod";
import { awaitedJob, jobId, jobOfRunRead, jobShape, jobText, shownJob, WAITS_AT_MOST_MS } from "../job_answer.ts";
import { submissionKey } from "../submission_key.ts";
import { defineTool, SUBMITS } from "../tool.ts";

const submitted = jobOfRunRead.extend({ mc_run_id: z.string() });

/** Tool that submits a simulation of a method of a run. */
export const submitSimulation = defineTool({
  name: "submit_simulation",
  title: "Simulate a run",
  description:
    "Submits a Monte Carlo simulation of one method of a run and waits like submit_run. More fields: explain_method " +
    '"monte_carlo".',
  scope: "analysis:write",
  hints: SUBMITS,
  input: z.looseObject({
    run_id: jobId,
    method: z.string().max(120).optional().describe("Key of a method of the run; its first one if absent"),
    paths: z.int().optional(),
    horizon: z.int().optional().describe("Periods"),
    goal: z.number().optional(),
    repeat_key: z.string().max(100).optional(),
  }),
  output: jobShape,
  confirmation: ({ run_id }) => `Start a simulation of ${run_id}? It counts against the plan.`,
  async run({ run_id, repeat_key, ...body }, call) {
    const idempotencyKey = submissionKey(
      "submit_simulation",
      { body: { run_id, ...body }, repeatKey: repeat_key },
      call,
    );
    const asked = { parameters: { run_id }, body, idempotencyKey };
    const { mc_run_id: id, ...read } = submitted.parse(await call.api.ask("submit_simulation", asked, call.signal));
    const job = await awaitedJob({ ...read, run_id: id, kind: "monte_carlo", methods: [] }, WAITS_AT_MOST_MS, call);
    return { structured: shownJob(job, call), text: jobText(job, call) };
  },
});
