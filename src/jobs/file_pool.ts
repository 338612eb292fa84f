import type { FileMakers } from "../computations/file_makers.ts";
import { WorkerPool } from "./worker_pool.ts";

/** Milliseconds without work after which the thread that makes files ends. */
const IDLE_MS = 5_000;

/** Creates the pool of one thread that makes files of finished jobs when somebody asks for them. */
export function filePool(): WorkerPool<FileMakers> {
  return new WorkerPool<FileMakers>({
    workers: 1,
    module: new URL("./file_worker.ts", import.meta.url),
    idleMs: IDLE_MS,
  });
}
