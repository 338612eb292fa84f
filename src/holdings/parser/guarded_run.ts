import { type GuardedOrder, type ProcessEnd, runGuarded } from "./guarded_process.ts";

/** Type that names the computation of a worker thread that runs a process, with its input and output. */
export type GuardedRuns = {
  readonly guarded_run: { readonly inputs: GuardedOrder; readonly output: ProcessEnd };
};

/** Error for a process that was ended because nobody waits for it any more. */
export class GivenUp extends Error {
  constructor() {
    super("No caller waits for the process any more");
    this.name = "GivenUp";
  }
}

const LOOK_EVERY_MS = 50;

/**
 * Runs `runGuarded` (a child process with limits) on a worker thread and stops it when a shared flag is raised. Throws
 * `GivenUp` in that case.
 */
export const guardedRun = {
  async compute(
    order: GuardedOrder,
    { kernels: stopFlag }: { readonly kernels: Int32Array<SharedArrayBuffer> },
  ): Promise<ProcessEnd> {
    const stopped = new AbortController();
    const look = setInterval(() => Atomics.load(stopFlag, 0) !== 0 && stopped.abort(), LOOK_EVERY_MS);
    try {
      const end = await runGuarded(order, stopped.signal);
      if (stopped.signal.aborted) throw new GivenUp();
      return end;
    } finally {
      clearInterval(look);
    }
  },
};
