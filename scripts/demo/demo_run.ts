import { type components, type ServiceClient, serviceClient } from "../../clients/typescript/mod.ts";
import type { OptimizationResult } from "../../src/jobs/result.ts";
import { samplePortfolio } from "../optimize/portfolio_body.ts";
import { answered } from "./answered.ts";
import type { DemoService } from "./demo_service.ts";
import { jobsOfEvents } from "./jobs_of_events.ts";

export type Job = components["schemas"]["Job"];
export type RunFile = components["schemas"]["Artifact"];

export interface DemoRunOptions {
  /** The API key that submits and reads. */
  readonly key: string;
  /** Gives the run up. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Job["progress"]) => void;
}

/** A run that has ended; result and files where it succeeded. */
export interface DemoRun {
  readonly job: Job;
  readonly result: OptimizationResult | null;
  readonly files: readonly RunFile[];
}

/** Submits a portfolio of the sample market with its efficient frontier, follows its events to the end, and reads what came out. */
export async function demoRun(service: DemoService, { key, signal, onProgress }: DemoRunOptions): Promise<DemoRun> {
  const client = serviceClient({ baseUrl: service.url, fetch: service.fetch, token: key });
  const portfolio = await samplePortfolio({ signal, now: () => new Date().toISOString() });
  const body = { name: "Demo", ...portfolio, efficient_frontier: { points: 20 } };
  const { run_id } = answered(await client.POST("/jobs", { body, signal }));
  const job = await followed(client, run_id, { signal, onProgress });
  if (job.status !== "succeeded") return { job, result: null, files: [] };
  const path = { params: { path: { run_id } }, signal };
  const json = answered(await client.GET("/jobs/{run_id}/result", { ...path, parseAs: "text" }));
  const result: OptimizationResult = JSON.parse(json);
  const { items: files } = answered(await client.GET("/jobs/{run_id}/artifacts", path));
  return { job, result, files };
}

async function followed(
  client: ServiceClient,
  run_id: string,
  { signal, onProgress }: Pick<DemoRunOptions, "signal" | "onProgress">,
): Promise<Job> {
  const path = { params: { path: { run_id } }, signal };
  const events = answered(await client.GET("/jobs/{run_id}/events", { ...path, parseAs: "stream" }));
  if (events === null) throw new Error("The service answered no events");
  for await (const job of jobsOfEvents(events)) onProgress(job.progress);
  return answered(await client.GET("/jobs/{run_id}", path));
}
