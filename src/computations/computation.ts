import type { Kernels } from "../kernels/mod.ts";

/**
 * What a worker computes: pure, from inputs to an output or a promise of it, both plain data and typed arrays that can
 * cross from thread to thread.
 */
export interface Computation<Inputs, Output> {
  compute(inputs: Inputs, context: ComputationContext): Output;
}

export interface ComputationContext<Resources = Kernels> {
  readonly kernels: Resources;
  readonly progress: ProgressListener;
}

/** How far a computation is: what it does now, and the share done, from 0 to 1. */
export interface Progress {
  readonly phase: string;
  readonly fraction: number;
  /** The share done when the phase ends, where that is known: within it nothing may be told until then. */
  readonly until?: number;
}

/** Hears how far a computation is. */
export type ProgressListener = (progress: Progress) => void;
