/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { READINGS } from "../computations/readings.ts";
import { serveComputations } from "./worker_loop.ts";

serveComputations(self, READINGS, { loadKernels: () => Promise.resolve(null), isStop: () => false });
