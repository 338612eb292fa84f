/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { loadKernels } from "../kernels/mod.ts";
import { Stopped } from "../domain/stopped.ts";
import { watchLooks } from "../kernels/stop_flag.ts";
import { COMPUTATIONS } from "../computations/mod.ts";
import { SHARE_KINDS } from "../computations/shares/mod.ts";
import { serveComputations } from "./worker_loop.ts";

serveComputations(self, COMPUTATIONS, {
  loadKernels,
  isStop: (error) => error instanceof Stopped,
  watchLooks,
  shareKinds: SHARE_KINDS,
});
