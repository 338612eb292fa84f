import { WorkerPool } from "../../../src/jobs/worker_pool.ts";
import type { ResultLog } from "../result_log.ts";
import { processorSeconds } from "./processor_seconds.ts";
import { keyOfLine, type TimedLine } from "./timed_line.ts";
import type { TimedMethod } from "./timed_methods.ts";
import type { TimedTask, TimingComputations } from "./timed_task.ts";

/** A data set, the constraints on it and the methods to time under them. */
export interface TimedSet extends Omit<TimedTask, "method" | "parameters"> {
  readonly name: string;
  readonly methods: readonly TimedMethod[];
}

/**
 * Milliseconds to wait for a timing worker to stop. A worker that is replaced too early would keep running, and its
 * processor time would count for the next method.
 */
const STOP_GRACE_MS = 60_000;
/** Milliseconds between two checks of a timed method's time limit. */
const LOOK_MS = 250;

/**
 * Times the methods that the log does not contain yet, one after another in a worker. A method is stopped at the time
 * limit; a worker that does not stop is replaced.
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

/** Times one method on one data set and returns its answer, or null where it reached the limit of processor seconds. */
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

/** Returns a data set with copied arrays, because sending an array to the worker makes it unusable here. */
function copied<Data extends Pick<TimedTask, "returns" | "benchmark">>(data: Data): Data {
  const { returns, benchmark } = data;
  return { ...data, returns: { ...returns, data: returns.data.slice() }, benchmark: benchmark && benchmark.slice() };
}
