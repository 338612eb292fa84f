import { defineEndpoint } from "../../endpoint.ts";
import { simulationParameters } from "../jobs/job_parameters.ts";
import { presentSimulation, simulationBody } from "./simulation_body.ts";

export const getSimulation = defineEndpoint({
  method: "GET",
  path: "/mc/{mc_run_id}",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Read a simulation",
  description: "A simulation that has succeeded has its figures and a link to the rest of them, valid for 15 minutes.",
  parameters: simulationParameters,
  responses: { 200: { description: "The simulation", body: simulationBody } },
}, async ({ account, parameters: { mc_run_id } }, dependencies) => {
  const job = await dependencies.jobs.get(account.id, mc_run_id);
  return { status: 200, body: await presentSimulation(dependencies, job) };
});
