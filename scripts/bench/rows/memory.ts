import { type BenchedService, benchedService } from "../benched_service.ts";
import { inlineRuns } from "../inline_runs.ts";
import { medianOf } from "../quantile_of.ts";
import { residentMebibytes } from "../resident_mebibytes.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { untilIdle } from "../until_idle.ts";

const SHAPE = { assets: 20, observations: 750 };
const FIRST_RUNS = 100;
const LAST_RUNS = 600;
/** Number of runs that the memory benchmark submits at the same time. */
const AT_ONCE = 4;
const READINGS = 15;
const READ_EVERY_MS = 200;
const ALLOWED_CHANGE = 0.1;

/** Benchmark row of the resident memory of the service after its hundredth and its six hundredth run. */
export const memory: ServiceRow = { id: "jobs: memory from run 100 to run 600", measure };

async function measure(): Promise<ServiceAnswer> {
  await using service = await benchedService();
  const nextBody = inlineRuns(SHAPE);
  const first = await residentAfter(service, nextBody, FIRST_RUNS);
  const last = await residentAfter(service, nextBody, LAST_RUNS - FIRST_RUNS);
  return {
    figures: [
      { name: `after run ${FIRST_RUNS}`, value: first, unit: "MiB" },
      { name: `after run ${LAST_RUNS}`, value: last, unit: "MiB" },
    ],
    promises: [{ name: "change", value: Math.abs(last / first - 1), unit: "fraction", at_most: ALLOWED_CHANGE }],
  };
}

/**
 * Returns the resident memory in MiB after a number of runs: the median over some seconds, because garbage collection
 * happens at any time.
 */
async function residentAfter(service: BenchedService, nextBody: () => string, runs: number): Promise<number> {
  for (let sent = 0; sent < runs; sent += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, runs - sent) }, () => service.submit(nextBody()));
    await Promise.all(some);
    await untilIdle(service);
  }
  const readings: number[] = [];
  while (readings.length < READINGS) {
    readings.push(await residentMebibytes(service.pid));
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
  return medianOf(readings);
}
