import type { RunOptions } from "../../src/jobs/run_options.ts";

/** Test double of a pool of one worker. Each computation runs until the test finishes it or its signal aborts it. */
export interface PausedWorkers<Inputs, Output> {
  /** Names of the computations that have begun in the test's worker pool, in order. */
  readonly begun: readonly (string | undefined)[];
  warm(): Promise<void>;
  run(name: string, inputs: Inputs, options: RunOptions): Promise<Output>;
  /** Finishes the running computation of the test's worker pool; waits first until one runs. */
  finish(): Promise<void>;
}

/**
 * Test helper. Creates a test double of a worker pool whose computations all return `answer`. `nameOf` names a
 * computation from its inputs.
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
      while (current === null) await new Promise((resolve) => setTimeout(resolve, 0));
      const end = current;
      current = null;
      end();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}
