import type { Log } from "../runtime/log.ts";

/** Work that a request starts and does not wait for, so that its answer tells nothing about it. */
export interface BackgroundWork {
  /** Starts a task; a failure is logged under its name. */
  run(name: string, task: () => Promise<void>): void;
  /** Resolves when nothing runs: what a graceful stop waits for. */
  settled(): Promise<void>;
}

/** Work in the background of this process, its failures in the log. */
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
