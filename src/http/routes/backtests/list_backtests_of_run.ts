import { z } from "zod";
import type { Job } from "../../../domain/job.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageQuery } from "../../pagination.ts";
import { runParameters } from "../jobs/job_parameters.ts";
import { presentPage } from "../jobs/present_page.ts";
import { listedConfig } from "../jobs/stored_config.ts";
import { backtestPage, presentBacktest } from "./backtest_body.ts";

export const listBacktestsOfRun = defineEndpoint({
  method: "GET",
  path: "/runs/{run_id}/backtests",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "List the backtests of a run",
  description: "Newest first. A config over 4 KiB is null here: read the backtest by its id to get it.",
  parameters: runParameters,
  query: z.strictObject(pageQuery),
  responses: { 200: { description: "A page of backtests", body: backtestPage }, 400: problem("invalid_cursor") },
}, async ({ account, parameters: { run_id }, query }, dependencies) => {
  const { jobs, cursors } = dependencies;
  const list = { list: "runs/backtests", accountId: account.id, filter: { run_id } };
  const page = await cursors.page(list, query, (page) => jobs.listOfRun(account.id, run_id, "backtest", page));
  const present = async (job: Job) => presentBacktest(dependencies, job, { config: await listedConfig(jobs, job) });
  return { status: 200, body: await presentPage(page, present) };
});
