/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { loadKernels } from "../kernels/mod.ts";
import { Stopped } from "../domain/stopped.ts";
import { watchLooks } from "../kernels/stop_flag.ts";
import { localRun } from "../computations/local_run.ts";
import { SHARE_KINDS } from "../computations/shares/mod.ts";
import { serveComputations } from "./worker_loop.ts";

// A local run waits for the start of its worker, which therefore loads the code of other computations only when asked.
serveComputations(self, { local_run: localRun }, {
  loadKernels,
  isStop: (error) => error instanceof Stopped,
  watchLooks,
  shareKinds: SHARE_KINDS,
  loadOthers: async () => (await import("../computations/mod.ts")).COMPUTATIONS,
});
