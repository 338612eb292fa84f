import { type BenchedService, benchedService } from "../benched_service.ts";
import { inlineRuns } from "../inline_runs.ts";
import { quantileOf } from "../quantile_of.ts";
import { submitAtRate } from "../submit_at_rate.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { untilIdle } from "../until_idle.ts";

const SHAPE = { assets: 20, observations: 750 };
const WARM_UP_RUNS = 40;
const WARM_UP_PER_SECOND = 20;

/** Rate and length of a measurement, and the time within which 99 of 100 submissions are to be accepted. */
interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
  readonly p99AtMostMs: number;
}

/**
 * Returns the benchmark row of submissions at a steady rate while the worker computes them. Each is timed from the
 * moment when it was due.
 */
export function submissionsAt(rate: Rate): ServiceRow {
  return {
    id: `jobs: ${rate.perSecond} submissions a second, 20 assets inline`,
    measure: () => measure(rate),
  };
}

async function measure({ perSecond, seconds, p99AtMostMs }: Rate): Promise<ServiceAnswer> {
  await using service = await benchedService();
  const nextBody = inlineRuns(SHAPE);
  await submitAtRate(service, nextBody, { count: WARM_UP_RUNS, perSecond: WARM_UP_PER_SECOND });
  await untilIdle(service);
  const count = perSecond * seconds;
  const sent = await submitAtRate(service, nextBody, { count, perSecond });
  const acceptedMs = sent.map(({ elapsedMs }) => elapsedMs);
  await untilIdle(service);
  const statuses = await statusesOf(service, sent.map(({ runId }) => runId));
  return {
    figures: [
      { name: "accepted", value: sent.length, unit: "runs" },
      { name: "median", value: quantileOf(acceptedMs, 0.5), unit: "ms" },
      { name: "slowest", value: quantileOf(acceptedMs, 1), unit: "ms" },
    ],
    promises: [
      { name: "99 of 100 accepted within", value: quantileOf(acceptedMs, 0.99), unit: "ms", at_most: p99AtMostMs },
      {
        name: "succeeded",
        value: statuses.filter((status) => status === "succeeded").length / count,
        unit: "fraction",
        at_least: 1,
      },
    ],
  };
}

async function statusesOf(service: BenchedService, runIds: readonly string[]): Promise<readonly string[]> {
  const statuses: string[] = [];
  for (const runId of runIds) statuses.push(await service.statusOf(runId));
  return statuses;
}
