import type { ProgressListener } from "../computations/computation.ts";
import type { PhasesMs } from "./messages.ts";

/** Options of a computation in a worker pool. */
export interface RunOptions {
  /**
   * Signal that stops the computation by raising the worker's stop flag. `run` then rejects with the signal's reason,
   * once the worker has stopped or is abandoned.
   */
  readonly signal?: AbortSignal;
  readonly onProgress?: ProgressListener;
  /** Called once with the milliseconds of each phase, before the promise of a finished computation resolves. */
  readonly onPhases?: (phasesMs: PhasesMs) => void;
}
