import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageQuery } from "../../pagination.ts";
import { presentPage } from "../jobs/present_page.ts";
import { presentSimulation, simulationPage } from "./simulation_body.ts";

export const listSimulations = defineEndpoint({
  method: "GET",
  path: "/mc",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "List the simulations of the account",
  description: "Newest first.",
  query: z.strictObject(pageQuery),
  responses: { 200: { description: "A page of simulations", body: simulationPage }, 400: problem("invalid_cursor") },
}, async ({ account, query }, dependencies) => {
  const { jobs, cursors } = dependencies;
  const list = { list: "mc", accountId: account.id };
  const page = await cursors.page(list, query, (page) => jobs.listHistory(account.id, "monte_carlo", {}, page));
  return { status: 200, body: await presentPage(page, (job) => presentSimulation(dependencies, job)) };
});
