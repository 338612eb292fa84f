import type { ComputationContext } from "./worker_loop.ts";

/** A kind of work: I/O in the main thread, mathematics in a worker. One file in `kinds/`, one line in its `mod.ts`. */
export interface JobKind<Request, Dependencies, Inputs, Output, Kernels> {
  readonly kind: "optimization";
  /** In the main thread: prices are loaded and aligned. */
  prepare(request: Request, dependencies: Dependencies, signal: AbortSignal): Promise<Inputs>;
  /** In a worker: pure, ended by the stop flag. */
  compute(inputs: Inputs, context: ComputationContext<Kernels>): Output;
}
