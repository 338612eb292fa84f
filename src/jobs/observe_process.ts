import type { Computations } from "../computations/mod.ts";
import type { Dependencies } from "../dependencies.ts";
import { JOB_KINDS, jobKindOfPrefix } from "../domain/job_kinds.ts";
import { prefixOf } from "../domain/identifier.ts";
import { freshFor } from "../runtime/fresh_for.ts";
import type { GaugeValue } from "../runtime/telemetry.ts";
import type { WorkerPool } from "./worker_pool.ts";

/** Milliseconds for which one look at the queue serves the gauges that are read together. */
const QUEUE_FRESH_MS = 1_000;

/** Workers of a process: those that compute jobs, null where it has none, and the spare ones. */
export interface ObservedPools {
  readonly pool: WorkerPool<Computations> | null;
  readonly spare: readonly WorkerPool<Computations>[];
}

/** Lets the metrics of a process tell its queue, its workers and its memory whenever they are exported. */
export function observeProcess(
  { telemetry, jobQueue, clock }: Pick<Dependencies, "telemetry" | "jobQueue" | "clock">,
  { pool, spare }: ObservedPools,
): void {
  const length = freshFor(QUEUE_FRESH_MS, () => jobQueue.length());
  telemetry.observe("jobs.queued", async () => byKind((await length()).kinds));
  telemetry.observe("jobs.queue_oldest", async () => {
    const { oldestAt } = await length();
    return [{ value: oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt) }];
  });
  telemetry.observe("jobs.leased", async () => {
    const leases = await jobQueue.leases();
    return byKind(leases.map(({ jobId }) => jobKindOfPrefix(prefixOf(jobId)) ?? "unknown"));
  });
  telemetry.observe("workers", () => {
    const busy = [pool, ...spare].reduce((sum, one) => sum + (one?.busy ?? 0), 0);
    const idle = Math.max(0, (pool?.workers ?? 0) - busy);
    return [{ value: busy, attributes: { state: "busy" } }, { value: idle, attributes: { state: "idle" } }];
  });
  telemetry.observe("process.memory", () => {
    const { rss, heapUsed, external } = Deno.memoryUsage();
    const parts = { resident: rss, heap: heapUsed, external };
    return Object.entries(parts).map(([part, value]) => ({ value, attributes: { part } }));
  });
}

/** Counts names of kinds. A kind without a job counts 0, so that the end of a queue is seen. */
function byKind(kinds: readonly string[]): readonly GaugeValue[] {
  const names = new Set([...Object.keys(JOB_KINDS), ...kinds]);
  return [...names].map((kind) => ({ value: kinds.filter((one) => one === kind).length, attributes: { kind } }));
}
