import { type GuardedOrder, type ProcessEnd, runGuarded } from "./guarded_process.ts";

/** What a thread runs of processes, by name. */
export type GuardedRuns = {
  readonly guarded_run: { readonly inputs: GuardedOrder; readonly output: ProcessEnd };
};

/** A process was ended because the flag was raised. */
export class GivenUp extends Error {
  constructor() {
    super("The process is not wanted any more");
    this.name = "GivenUp";
  }
}

const LOOK_EVERY_MS = 50;

/** `runGuarded` on a thread that is told by a flag when nobody waits any more. Throws `GivenUp` then. */
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
