import type { Kernels } from "../../kernels/mod.ts";

/** Types of a kind of share: plain data and typed arrays, which can cross between threads. */
export interface ShareTypes {
  /** What the shares of a run have in common. */
  readonly basis: unknown;
  /** What one share computes. */
  readonly output: unknown;
}

/**
 * A kind of share: a part of a run that any worker computes to the same bytes. What a share contains depends on the run
 * alone and never on the number of workers.
 */
export interface ShareKind<Types extends ShareTypes = ShareTypes> {
  readonly id: string;
  /**
   * Prepares what the shares of a run have in common. Returns a pure function that computes the share with a number,
   * counted from 0.
   */
  begin(basis: Types["basis"], kernels: Kernels): (share: number) => Types["output"];
}
