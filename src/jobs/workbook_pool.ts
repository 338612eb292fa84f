import type { GuardedRuns } from "../holdings/parser/guarded_run.ts";
import { WorkerPool } from "./worker_pool.ts";

/** As many as workbooks are read at a time. */
const WORKERS = 2;
/** As many seconds without a workbook, and a thread goes. */
const IDLE_MS = 5_000;
/** What they start has their priority, and to start it holds up nobody else. */
const NICENESS = 10;

/** Threads that start the processes which read workbooks, hand them their input and hear them out. */
export function workbookPool(): WorkerPool<GuardedRuns> {
  return new WorkerPool<GuardedRuns>({
    workers: WORKERS,
    module: new URL("./workbook_worker.ts", import.meta.url),
    idleMs: IDLE_MS,
    niceness: NICENESS,
    startsRuntime: true,
  });
}
