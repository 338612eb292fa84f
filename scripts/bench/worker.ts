/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { SHARE_KINDS } from "../../src/computations/shares/mod.ts";
import { serveComputations } from "../../src/jobs/worker_loop.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { Stopped } from "../../src/domain/stopped.ts";
import { watchLooks } from "../../src/kernels/stop_flag.ts";
import { rowComputation } from "./computation.ts";

serveComputations(self, { row: rowComputation }, {
  loadKernels,
  isStop: (error) => error instanceof Stopped,
  watchLooks,
  shareKinds: SHARE_KINDS,
});
