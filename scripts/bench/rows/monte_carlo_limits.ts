import type { Computations } from "../../../src/computations/mod.ts";
import { runSimulation } from "../../../src/jobs/kinds/monte_carlo.ts";
import { WorkerPool } from "../../../src/jobs/worker_pool.ts";
import { factorMarket } from "../factor_market.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { MILLION_PATHS, sourceOf } from "./monte_carlo.ts";

const READ_EVERY_MS = 25;
const MOST_MEBIBYTES = 1_024;
const MOST_STOP_MS = 1_000;
/** Fraction of the simulation after which the benchmark stops it. */
const STOP_AT = 0.3;

/**
 * Benchmark row of the memory that a simulation of a million paths on two workers takes, for the whole process. It also
 * measures how long the workers take to be free after a simulation is stopped.
 */
export const monteCarloLimits: ServiceRow = { id: "monte carlo: memory and stop of 1e6 x 252", measure };

async function measure(): Promise<ServiceAnswer> {
  const source = await sourceOf(factorMarket({ assets: 20, observations: 1_260 }));
  const pool = new WorkerPool<Computations>({ workers: 2 });
  try {
    await runSimulation(pool, source, { ...MILLION_PATHS, paths: 8 });
    const before = residentMebibytes();
    let peak = before;
    const reading = setInterval(() => peak = Math.max(peak, residentMebibytes()), READ_EVERY_MS);
    await runSimulation(pool, source, MILLION_PATHS).finally(() => clearInterval(reading));
    const stopMs = await stopOf(
      (signal, onProgress) => runSimulation(pool, source, { ...MILLION_PATHS, rebalance: 0 }, { signal, onProgress }),
      () => runSimulation(pool, source, { ...MILLION_PATHS, paths: 8 }),
    );
    return {
      figures: [{ name: "before", value: before, unit: "MiB" }],
      promises: [
        { name: "most memory", value: peak, unit: "MiB", at_most: MOST_MEBIBYTES },
        { name: "stopped, and the next one done", value: stopMs, unit: "ms", at_most: MOST_STOP_MS },
      ],
    };
  } finally {
    pool.close();
  }
}

/**
 * Stops a simulation at a fraction of its progress and returns the milliseconds from the stop until the next simulation
 * is done.
 */
async function stopOf(
  run: (signal: AbortSignal, onProgress: (progress: { fraction: number }) => void) => Promise<unknown>,
  next: () => Promise<unknown>,
): Promise<number> {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = ({ fraction }: { fraction: number }): void => {
    if (fraction < STOP_AT || controller.signal.aborted) return;
    stoppedAt = performance.now();
    controller.abort();
  };
  await run(controller.signal, stop).then(
    () => {
      throw new Error("A simulation that was stopped came to its end");
    },
    (error) => {
      if (!controller.signal.aborted) throw error;
    },
  );
  await next();
  return performance.now() - stoppedAt;
}

function residentMebibytes(): number {
  return Deno.memoryUsage().rss / 2 ** 20;
}
