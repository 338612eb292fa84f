import { WorkerPool } from "../../../src/jobs/worker_pool.ts";
import type { ResultLog } from "../result_log.ts";
import { processorSeconds } from "./processor_seconds.ts";
import { keyOfLine, type TimedLine } from "./timed_line.ts";
import type { TimedMethod } from "./timed_methods.ts";
import type { TimedTask, TimingComputations } from "./timed_task.ts";

/** Methods on one data set. */
export interface TimedSet extends Omit<TimedTask, "method" | "parameters"> {
  readonly name: string;
  readonly methods: readonly TimedMethod[];
}

/** A worker that does not stop goes on beside its successor, and its time counts as that one's. */
const STOP_GRACE_MS = 60_000;
/** How often it is looked whether the limit is reached. */
const LOOK_MS = 250;

/**
 * Times methods one after the other in a worker, those that the log does not have; each is stopped at the limit, and
 * its worker given up where it does not stop.
 */
export async function timeMethods(
  sets: readonly TimedSet[],
  log: ResultLog<TimedLine>,
  { limit, tell }: { readonly limit: number; readonly tell: (line: TimedLine) => void },
): Promise<void> {
  const module = new URL("./worker.ts", import.meta.url);
  const pool = new WorkerPool<TimingComputations>({ workers: 1, module, stopGraceMs: STOP_GRACE_MS });
  try {
    await pool.warm();
    for (const { name: set, methods, ...data } of sets) {
      for (const { name, secondsAtMost, ...method } of methods) {
        if (log.has(keyOfLine({ set, name }))) continue;
        const answer = await timedWithin(limit, { ...copied(data), ...method }, pool);
        const line = { set, name, secondsAtMost, answer, limit };
        log.add(line);
        tell(line);
      }
    }
  } finally {
    pool.close();
  }
}

/** Null past the limit. */
async function timedWithin(
  limit: number,
  task: TimedTask,
  pool: WorkerPool<TimingComputations>,
): Promise<TimedLine["answer"]> {
  const controller = new AbortController(), { signal } = controller, started = processorSeconds();
  const look = setInterval(() => processorSeconds() - started > limit && controller.abort(), LOOK_MS);
  try {
    return await pool.run("timed", task, { signal });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(look);
  }
}

/** Buffers are transferred to the worker. */
function copied<Data extends Pick<TimedTask, "returns" | "benchmark">>(data: Data): Data {
  const { returns, benchmark } = data;
  return { ...data, returns: { ...returns, data: returns.data.slice() }, benchmark: benchmark && benchmark.slice() };
}
