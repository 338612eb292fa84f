import type { GuardedRuns } from "../holdings/parser/guarded_run.ts";
import { WorkerPool } from "./worker_pool.ts";

/** Number of threads for reading workbooks, equal to the number of workbooks read at the same time. */
const WORKERS = 2;
/** Milliseconds without a workbook after which a thread for workbooks ends. */
const IDLE_MS = 5_000;
/**
 * Amount added to the POSIX `nice` value of the threads that read workbooks, so that they give way to the threads that
 * answer requests. The processes that they start inherit the value.
 */
const NICENESS = 10;

/**
 * Creates a pool of threads that start the processes which read workbooks, pass them their input and collect their
 * output.
 */
export function workbookPool(): WorkerPool<GuardedRuns> {
  return new WorkerPool<GuardedRuns>({
    workers: WORKERS,
    module: new URL("./workbook_worker.ts", import.meta.url),
    idleMs: IDLE_MS,
    niceness: NICENESS,
    startsRuntime: true,
  });
}
