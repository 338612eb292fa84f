import { loadConicSolver } from "./conic.ts";
import { loadCore } from "./core.ts";
import { watchStopFlag } from "./stop_flag.ts";
import type { Kernels } from "./types.ts";

/** Loads both numeric modules; once a worker. Their long loops end with `Stopped` when the first word of `stop` is not 0. Needs read permission for the modules. */
export async function loadKernels(stop: SharedArrayBuffer | null): Promise<Kernels> {
  watchStopFlag(stop);
  const [core, conic] = await Promise.all([loadCore(), loadConicSolver()]);
  return { core, conic };
}
