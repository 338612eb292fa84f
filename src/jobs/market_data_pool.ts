import type { MarketReadings } from "../market_data/readings/mod.ts";
import { WorkerPool } from "./worker_pool.ts";

/** Milliseconds without work after which the worker thread for market data ends and frees its memory. */
const IDLE_MS = 5_000;
/**
 * Amount added to the POSIX `nice` value of the worker thread for market data, so that it gives way to the threads that
 * answer requests.
 */
const NICENESS = 10;

/** Creates a pool with one worker that parses asset lists and prices; the worker runs only while there is work. */
export function marketDataPool(): WorkerPool<MarketReadings> {
  return new WorkerPool<MarketReadings>({
    workers: 1,
    module: new URL("./market_data_worker.ts", import.meta.url),
    idleMs: IDLE_MS,
    niceness: NICENESS,
  });
}
