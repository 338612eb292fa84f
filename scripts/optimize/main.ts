import { type Config, ConfigError, configOfEnvironment } from "../../src/config.ts";
import type { Computations } from "../../src/computations/mod.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { complain, complainLines, print } from "../print.ts";
import { type Arguments, parseArguments, USAGE, UsageError } from "./arguments.ts";
import { EXIT } from "./exit.ts";

/** Milliseconds to wait for an interrupted computation. One that has not stopped by then is abandoned. */
const STOP_GRACE_MS = 1_500;

/** Module of the worker of a local run, which loads less code than a worker of the service. */
export const LOCAL_WORKER: URL = new URL("../../src/jobs/local_worker.ts", import.meta.url);

/** What a caller may give to a local run. */
export interface MainOptions {
  /** Pool whose worker computes the run. Where absent, the run starts a pool of its own and closes it. */
  readonly pool?: WorkerPool<Computations>;
}

/**
 * Runs an optimisation locally: reads the request, computes it in a worker as the service does, and prints or writes
 * the result. Returns the exit code.
 */
export async function main(args: readonly string[], options: MainOptions = {}): Promise<number> {
  const interruption = listenForInterruption();
  try {
    const parsed = parseArguments(args);
    if (parsed.help) return print(USAGE, EXIT.done);
    return await Promise.race([run(parsed, interruption.signal, options), interruption.isOver]);
  } catch (error) {
    if (interruption.signal.aborted) return complain("Interrupted: nothing was written", EXIT.interrupted);
    if (error instanceof UsageError) return complain(error.message, EXIT.refused);
    if (error instanceof ConfigError) return complainLines(error.message, EXIT.refused);
    throw error;
  } finally {
    interruption.close();
  }
}

/** Starts the worker and loads the code of a local run at the same time, because each takes a core for a while. */
async function run(args: Arguments, signal: AbortSignal, { pool: given }: MainOptions): Promise<number> {
  const started = performance.now(), config = configOfEnvironment();
  const pool = given ?? new WorkerPool<Computations>({ workers: workersOf(config), module: LOCAL_WORKER });
  if (given === undefined) void pool.warm(1);
  try {
    const { localRun } = await import("./local_run.ts");
    return await localRun(args, { config, pool, signal, started });
  } finally {
    if (given === undefined) pool.close();
  }
}

/**
 * Returns the largest number of workers of a local run: the setting `WORKERS`, or else one for each core, because the
 * main thread only waits for them. Workers beyond the first one start for large runs alone.
 */
function workersOf({ workers }: Pick<Config, "workers">): number {
  return Deno.env.get("WORKERS") === undefined ? navigator.hardwareConcurrency : Math.max(1, workers);
}

interface Interruption {
  readonly signal: AbortSignal;
  /**
   * Promise that resolves to the exit code when a signal came and the grace period of the interrupted local run is
   * over.
   */
  readonly isOver: Promise<number>;
  close(): void;
}

/**
 * Listens for Ctrl-C and SIGTERM during a local run. A signal stops the computation by its stop flag; a computation
 * that does not stop in time is abandoned.
 */
function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const over = Promise.withResolvers<number>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const interrupt = (): void => {
    controller.abort(new DOMException("The run was interrupted", "AbortError"));
    timer ??= setTimeout(
      () => over.resolve(complain("Interrupted: nothing was written", EXIT.interrupted)),
      STOP_GRACE_MS,
    );
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) Deno.addSignalListener(signal, interrupt);
  return {
    signal: controller.signal,
    isOver: over.promise,
    close() {
      if (timer !== null) clearTimeout(timer);
      for (const signal of signals) Deno.removeSignalListener(signal, interrupt);
    },
  };
}
