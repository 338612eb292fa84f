import type { Log } from "../runtime/log.ts";

/**
 * Runs background tasks: tasks that a request starts and does not wait for, so that the time of its answer reveals
 * nothing about them.
 */
export interface BackgroundWork {
  /** Starts a background task. If it fails, the error is logged under the given name. */
  run(name: string, task: () => Promise<void>): void;
  /** Resolves when no background task is running. A graceful stop waits for it. */
  settled(): Promise<void>;
}

/** Returns the runner of background tasks for this process. Errors of tasks go to the log. */
export function backgroundWork(log: Log): BackgroundWork {
  const running = new Set<Promise<void>>();
  const attempt = async (name: string, task: () => Promise<void>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      log.error("background work failed", { name, error: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    run(name, task) {
      const done: Promise<void> = attempt(name, task).finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
