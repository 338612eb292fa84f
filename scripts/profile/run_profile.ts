import type { Computations } from "../../src/computations/mod.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { EXIT } from "../optimize/exit.ts";
import type { SampledThread } from "./cpu_sampler.ts";

/** Where the time of one run went. */
export interface RunProfile {
  /** Milliseconds of each phase, in the order in which the phases came. */
  readonly phasesMs: Readonly<Record<string, number>>;
  /** What each thread did. */
  readonly threads: readonly SampledThread[];
}

/** Error for a run that has no profile because it did not succeed. */
export class UnfinishedRun extends Error {
  override readonly name = "UnfinishedRun";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Modules of the sampled workers: that of the service, and the lighter one of a local run. */
const MODULES = { service: "./profiled_worker.ts", local: "./profiled_local_worker.ts" };

/** Creates a pool of one worker that the engine's sampler watches. */
export function sampledPool(of: keyof typeof MODULES): WorkerPool<Computations> {
  const module = new URL(MODULES[of], import.meta.url);
  return new WorkerPool<Computations>({ workers: 1, module, isSampled: true });
}
