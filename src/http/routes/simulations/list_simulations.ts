import { z } from "zod";
import type { Job } from "../../../domain/job.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageQuery } from "../../pagination.ts";
import { presentPage } from "../jobs/present_page.ts";
import { listedConfig } from "../jobs/stored_config.ts";
import { presentSimulation, simulationPage } from "./simulation_body.ts";

export const listSimulations = defineEndpoint({
  method: "GET",
  path: "/mc",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "List the simulations of the account",
  description: "Newest first. A config over 4 KiB is null here: read the simulation by its id to get it.",
  query: z.strictObject(pageQuery),
  responses: { 200: { description: "A page of simulations", body: simulationPage }, 400: problem("invalid_cursor") },
}, async ({ account, query }, dependencies) => {
  const { jobs, cursors } = dependencies;
  const list = { list: "mc", accountId: account.id };
  const page = await cursors.page(list, query, (page) => jobs.listHistory(account.id, "monte_carlo", {}, page));
  const present = async (job: Job) => presentSimulation(dependencies, job, { config: await listedConfig(jobs, job) });
  return { status: 200, body: await presentPage(page, present) };
});
