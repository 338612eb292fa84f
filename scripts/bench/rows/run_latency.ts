import { type BenchedService, benchedService } from "../benched_service.ts";
import { inlineRuns } from "../inline_runs.ts";
import { medianOf, quantileOf } from "../quantile_of.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";

const SHAPE = { assets: 20, observations: 750 };
const WARM_UP_RUNS = 5;
const RUNS = 30;
const LOOK_EVERY_MS = 5;
const BETWEEN_MS = 300;
const MEDIAN_AT_MOST_MS = 300;

/**
 * Benchmark row of the time from POST /jobs to the status `succeeded`, for runs of three methods one after another on
 * an idle service.
 */
export const runLatency: ServiceRow = { id: "jobs: POST to succeeded, 20 assets inline, 3 methods", measure };

async function measure(): Promise<ServiceAnswer> {
  await using service = await benchedService();
  const nextBody = inlineRuns(SHAPE);
  const durations: number[] = [];
  const jobs: Job[] = [];
  for (let run = -WARM_UP_RUNS; run < RUNS; run++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    const began = performance.now();
    const job = await succeeded(service, await service.submit(nextBody()));
    if (run < 0) continue;
    durations.push(performance.now() - began);
    jobs.push(job);
  }
  const medianBetween = (from: string, to: string): number =>
    medianOf(jobs.map((job) => Date.parse(String(job[to])) - Date.parse(String(job[from]))));
  return {
    figures: [
      { name: "in the queue", value: medianBetween("created_at", "started_at"), unit: "ms" },
      { name: "prepared and computed", value: medianBetween("started_at", "uploading_at"), unit: "ms" },
      { name: "stored", value: medianBetween("uploading_at", "finished_at"), unit: "ms" },
      { name: "slowest tenth from", value: quantileOf(durations, 0.9), unit: "ms" },
    ],
    promises: [{ name: `median of ${RUNS}`, value: medianOf(durations), unit: "ms", at_most: MEDIAN_AT_MOST_MS }],
  };
}

export type Job = Record<string, unknown>;

/** Waits until a run has the status `succeeded`, and returns its job. Throws if the run fails or is cancelled. */
export async function succeeded(service: BenchedService, runId: string): Promise<Job> {
  for (;;) {
    const job = await service.read(`/jobs/${runId}`);
    if (job.status === "succeeded") return job;
    if (job.status === "failed" || job.status === "cancelled") throw new Error(`Run "${runId}" is ${job.status}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
