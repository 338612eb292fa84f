import { z } from "zod";
import { comparisonRead } from "../../../connector/comparison_read.ts";
import { COMPARED_RUNS_AT_LEAST, COMPARED_RUNS_AT_MOST } from "../../../domain/comparison.ts";
import { jobIdOf } from "../../../domain/identifier.ts";
import { DAY_MS } from "../../../domain/instant.ts";
import { commonDaysOfRuns } from "../../../jobs/common_days_of_runs.ts";
import { comparedRun } from "../../../jobs/compared_run.ts";
import { defineEndpoint } from "../../endpoint.ts";

const runIds = z.string().max(64 * COMPARED_RUNS_AT_MOST).transform((text) => text.split(",").map(jobIdOf)).refine(
  (ids) => ids.length >= COMPARED_RUNS_AT_LEAST && ids.length <= COMPARED_RUNS_AT_MOST,
);

/** Operation that compares runs as the endpoints of comparisons do, without saving the comparison. */
export const compareRuns = defineEndpoint({
  method: "GET",
  path: "/mcp",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Compare runs",
  query: z.strictObject({ run_ids: runIds }),
  responses: { 200: { description: "The figures of the runs", body: comparisonRead } },
}, async ({ account, query: { run_ids } }, { jobs, artifacts }) => {
  const days = await commonDaysOfRuns({ jobs, artifacts }, account.id, run_ids);
  const runs = run_ids.map(async (runId) => {
    const { methods } = await comparedRun({ artifacts }, account.id, runId);
    return { run_id: runId, methods: methods.map(({ method, key, metrics }) => ({ method, key, metrics })) };
  });
  const common_days = days === null ? null : days.length;
  return {
    status: 200,
    body: { common_days, first_day: dayOf(days?.at(0)), last_day: dayOf(days?.at(-1)), runs: await Promise.all(runs) },
  };
});

function dayOf(day: number | undefined): string | null {
  return day === undefined ? null : new Date(day * DAY_MS).toISOString().slice(0, 10);
}
