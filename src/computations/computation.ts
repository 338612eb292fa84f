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
  /** Idle workers that may compute shares of this computation; absent if it is computed by one thread alone. */
  readonly helpers?: Helpers;
}

/** Idle workers to which a computation offers its shares. They come and go while it runs, and there may be none. */
export interface Helpers {
  /** Whether a worker is idle now, so that it takes a share as soon as shares are offered. */
  readonly areIdle: boolean;
  offer(shares: SharesOnOffer): OfferedShares;
}

/** Shares of a computation, as plain data and typed arrays. */
export interface SharesOnOffer {
  /** Id of the kind of the shares, in the list `SHARE_KINDS`. */
  readonly kind: string;
  /**
   * What the shares have in common. Its typed arrays are copied once into memory that threads share, as soon as another
   * worker could help. They must not change before the offer is closed.
   */
  readonly basis: unknown;
  /** Number of shares, which are numbered from 0. */
  readonly count: number;
  /** Counted work of all shares, by which the host decides whether to start further workers for them. */
  readonly work: number;
}

/** Shares that a computation has offered. The computation takes shares itself as long as some are left. */
export interface OfferedShares {
  /** Takes the next share that nobody computes, for the computation itself; null if there is none at the moment. */
  take(): number | null;
  /** Returns the outputs that helpers have sent since the last call, by the number of the share. */
  received(): readonly (readonly [share: number, output: unknown])[];
  /** Resolves when a helper has sent an output or gave a share back, or the computation may have been stopped. */
  news(): Promise<void>;
  /** Withdraws the shares that nobody has taken. Outputs that arrive later are dropped. */
  close(): void;
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
