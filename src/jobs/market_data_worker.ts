/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { MARKET_READINGS } from "../market_data/readings/mod.ts";
import { serveComputations } from "./worker_loop.ts";

serveComputations(self, MARKET_READINGS, { loadKernels: () => Promise.resolve(null), isStop: () => false });
