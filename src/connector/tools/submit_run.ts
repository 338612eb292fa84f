import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { awaitedJob, jobRead, jobShape, jobText, shownJob, WAITS_AT_MOST_MS } from "../job_answer.ts";
import { askedFor, sharedFields } from "../run_request.ts";
import { submissionKey } from "../submission_key.ts";
import { defineTool, SUBMITS } from "../tool.ts";

const object = z.record(z.string(), z.unknown());

/** Tool that submits a run, waits for it a while, and answers with its id. */
export const submitRun = defineTool({
  name: "submit_run",
  title: "Submit an optimization run",
  description:
    "Computes portfolio weights by one or more methods under rules. Counts against the plan. Waits up to 20 s, then answers " +
    "the run's id and what to ask next. The same arguments are the same run for 24 hours; another repeat_key makes a new " +
    "one. Other fields of POST /jobs are taken too: explain_method tells them by their names.",
  scope: "jobs:write",
  furtherScopes: { monte_carlo: "analysis:write" },
  hints: SUBMITS,
  input: z.looseObject({
    ...sharedFields,
    methods: z.array(z.union([z.string(), object])).min(1).max(20).describe(
      'Ids of the tool methods, e.g. "min_cvar", or {"method": id, parameters}',
    ),
    name: boundedName.optional(),
    allocation: object.optional().describe('Whole shares: {"capital": 100000}'),
    efficient_frontier: object.optional().describe('e.g. {"points": 20}'),
    rolling_backtest: object.optional().describe("{} for a walk-forward backtest with the defaults"),
    monte_carlo: object.optional().describe("{} for simulated paths; needs analysis:write"),
    repeat_key: z.string().max(100).optional(),
  }),
  output: jobShape,
  confirmation({ monte_carlo, rolling_backtest }) {
    const further = [
      ...rolling_backtest === undefined ? [] : ["a backtest"],
      ...monte_carlo === undefined ? [] : ["a simulation"],
    ];
    return further.length === 0 ? null : `Submit a run with ${further.join(" and ")}? Each counts against the plan.`;
  },
  async run({ repeat_key, ...request }, call) {
    const answer = await askedFor(request, (body) => {
      const idempotencyKey = submissionKey("submit_run", { body, repeatKey: repeat_key }, call);
      return call.api.ask("submit_run", { body, idempotencyKey }, call.signal);
    });
    const submitted = jobRead.parse(answer);
    const job = await awaitedJob(submitted, WAITS_AT_MOST_MS, call);
    return { structured: shownJob(job, call), text: jobText(job, call) };
  },
});
