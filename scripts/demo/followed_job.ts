import type { ServiceClient } from "../../clients/typescript/mod.ts";
import { answered } from "./answered.ts";
import type { Job } from "./job.ts";
import { jobsOfEvents } from "./jobs_of_events.ts";

export interface FollowOptions {
  /** Signal whose abort ends following the job. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Job["progress"]) => void;
}

/** Follows the events of a job of any kind to its end and returns its final record. */
export async function followedJob(
  client: ServiceClient,
  jobId: string,
  { signal, onProgress }: FollowOptions,
): Promise<Job> {
  const path = { params: { path: { run_id: jobId } }, signal };
  const events = answered(await client.GET("/jobs/{run_id}/events", { ...path, parseAs: "stream" }));
  if (events === null) throw new Error("The service answered no events");
  for await (const job of jobsOfEvents(events)) onProgress(job.progress);
  return answered(await client.GET("/jobs/{run_id}", path));
}
