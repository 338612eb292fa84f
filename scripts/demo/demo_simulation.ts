import { serviceClient } from "../../clients/typescript/mod.ts";
import { type SimulationDetail, simulationDetail } from "../../src/documents/simulation_detail.ts";
import { answered } from "./answered.ts";
import type { DemoService } from "./demo_service.ts";
import { followedJob, type FollowOptions } from "./followed_job.ts";
import type { Job } from "./job.ts";

export interface DemoSimulationOptions extends FollowOptions {
  /** Access token with which the demo submits a simulation. The service does not let an API key submit one. */
  readonly token: string;
  /** Id of the run whose method the demo simulates. The run has succeeded. */
  readonly runId: string;
  /** Key of the simulated method in the demo's run. */
  readonly method: string;
}

/** Outcome of the demo's simulation, which has ended. It has figures where it succeeded. */
export interface DemoSimulation {
  readonly job: Job;
  readonly detail: SimulationDetail | null;
}

/** Submits a simulation of a method of a run, follows it to the end, and reads its detail through the signed link. */
export async function demoSimulation(
  service: DemoService,
  { token, runId, method, ...options }: DemoSimulationOptions,
): Promise<DemoSimulation> {
  const { signal } = options;
  const client = serviceClient({ baseUrl: service.url, fetch: service.fetch, token });
  const { mc_run_id } = answered(
    await client.POST("/runs/{run_id}/monte_carlo", {
      params: { path: { run_id: runId } },
      body: { method, model: "student_t", paths: 100_000 },
      signal,
    }),
  );
  const job = await followedJob(client, mc_run_id, options);
  const { detail_url } = answered(await client.GET("/mc/{mc_run_id}", { params: { path: { mc_run_id } }, signal }));
  if (job.status !== "succeeded" || detail_url === null) return { job, detail: null };
  const response = await service.fetch(new Request(detail_url, { signal }));
  return { job, detail: simulationDetail.read(await response.bytes()) };
}
