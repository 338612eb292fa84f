import type { RunOptions } from "../../src/jobs/worker_pool.ts";

/** A stand-in for a pool of one worker. Each computation runs until the test finishes it or its signal aborts it. */
export interface PausedWorkers<Inputs, Output> {
  /** Names of the computations that have begun, in order. */
  readonly begun: readonly (string | undefined)[];
  warm(): Promise<void>;
  run(name: string, inputs: Inputs, options: RunOptions): Promise<Output>;
  /** Finishes the running computation; waits first until one runs. */
  finish(): Promise<void>;
}

/**
 * Creates a stand-in for a worker pool whose computations all return `answer`. `nameOf` names a computation from its
 * inputs.
 */
export function pausedWorkers<Inputs, Output>(
  nameOf: (inputs: Inputs) => string | undefined,
  answer: Output,
): PausedWorkers<Inputs, Output> {
  const begun: (string | undefined)[] = [];
  let current: (() => void) | null = null;
  return {
    begun,
    warm: () => Promise.resolve(),
    run: (_name, inputs, { signal }) =>
      new Promise((resolve, reject) => {
        begun.push(nameOf(inputs));
        current = () => resolve(answer);
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
    async finish() {
      while (current === null) await Promise.resolve();
      const end = current;
      current = null;
      end();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}
