import { LOCAL_WORKER, main } from "../../scripts/optimize/main.ts";
import type { Computations } from "../../src/computations/mod.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { inProcess } from "./command_in_process.ts";
import type { Environment, Outcome } from "./optimize_process.ts";

/**
 * Pool of one worker that computes the runs of all tests that Deno loads together. They share it because loading its
 * code takes longer than most runs.
 */
const pool = new WorkerPool<Computations>({ workers: 1, module: LOCAL_WORKER });

// The worker outlives each test, so Deno's checks for leaked operations and resources are off.
Deno.test.sanitizer({ ops: false, resources: false });
Deno.test.afterAll(() => pool.close());

/**
 * Runs the command of `deno task optimize` in the process of the test by `inProcess`, and returns its exit code and
 * output.
 */
export function optimizeInProcess(
  args: readonly string[],
  stdin?: string,
  environment?: Environment,
): Promise<Outcome> {
  return inProcess(() => main(args, { pool }), {
    ...stdin === undefined ? {} : { stdin },
    ...environment === undefined ? {} : { environment },
  });
}
