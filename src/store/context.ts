import type { Instant } from "../domain/instant.ts";
import type { EncodedKv } from "./encoded_kv.ts";

/** The clock and the chance that the store is given. */
export interface Sources {
  readonly clock: { now(): Instant };
  readonly random: {
    /** Bytes nobody can guess. */
    bytes(length: number): Uint8Array<ArrayBuffer>;
    ulid(): string;
  };
}

/** What every repository works with. */
export interface StoreContext extends Sources {
  readonly kv: EncodedKv;
  /**
   * Whether a message of KV's own queue announces each job too; it does not if absent. KV Connect has no such queue,
   * and of a file it ends the process when the disk is full.
   */
  readonly announcesJobs?: boolean;
  /**
   * Whether the answer to a commit that happened can be lost on its way, so that each leaves a mark to be recognised
   * by; it cannot if absent. It can over KV Connect, whose client sends a write again when its connection was cut.
   */
  readonly mayLoseAnswers?: boolean;
}
