import type { Kernels } from "../kernels/mod.ts";

/**
 * A pure computation of a worker, from inputs to an output or a promise of it. Inputs and output are plain data and
 * typed arrays, which can cross between threads.
 */
export interface Computation<Inputs, Output> {
  compute(inputs: Inputs, context: ComputationContext): Output;
}

export interface ComputationContext<Resources = Kernels> {
  readonly kernels: Resources;
  readonly progress: ProgressListener;
}

/**
 * Progress of a computation that a worker reports: the name of its current phase, and the fraction done, from 0 to 1.
 */
export interface Progress {
  readonly phase: string;
  readonly fraction: number;
  /**
   * Fraction done at the end of the current phase, if it is known. The computation may report nothing while the phase
   * runs.
   */
  readonly until?: number;
}

/** Type of a callback that receives the progress of a computation. */
export type ProgressListener = (progress: Progress) => void;
