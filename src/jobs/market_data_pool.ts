import type { MarketReadings } from "../market_data/readings/mod.ts";
import { WorkerPool } from "./worker_pool.ts";

/** As many seconds without work, and the worker goes with what its work left of memory. */
const IDLE_MS = 5_000;
/** Nobody waits for a list, or for the prices of a run, as one does for an answer. */
const NICENESS = 10;

/** One worker that reads lists and prices, while there are any to read. */
export function marketDataPool(): WorkerPool<MarketReadings> {
  return new WorkerPool<MarketReadings>({
    workers: 1,
    module: new URL("./market_data_worker.ts", import.meta.url),
    idleMs: IDLE_MS,
    niceness: NICENESS,
  });
}
