import type { RunOptions } from "../../src/jobs/worker_pool.ts";

/** Stands for a pool of one worker that computes until it is told that it has finished, or to stop. */
export interface PausedWorkers<Inputs, Output> {
  /** What was begun, by name. */
  readonly begun: readonly (string | undefined)[];
  warm(): Promise<void>;
  run(name: string, inputs: Inputs, options: RunOptions): Promise<Output>;
  /** Ends what computes now, once something does. */
  finish(): Promise<void>;
}

/** Each computation comes to the same answer; `nameOf` names it by its inputs. */
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
