import type { Instant } from "../domain/instant.ts";
import type { EncodedKv } from "./encoded_kv.ts";

/** Clock and random source that the caller gives to the store when it opens the store. */
export interface Sources {
  readonly clock: { now(): Instant };
  readonly random: {
    /** Returns `length` random bytes that nobody can guess. */
    bytes(length: number): Uint8Array<ArrayBuffer>;
    ulid(): string;
  };
}

/** The KV, the clock, the random source and the options that every repository uses. */
export interface StoreContext extends Sources {
  readonly kv: EncodedKv;
  /**
   * Whether each new job is also announced by a message of the KV; false if absent. It is true for a KV in memory and
   * in PostgreSQL. KV Connect has no messages, and the queue of a KV in a file ends the process when the disk is full.
   */
  readonly announcesJobs?: boolean;
  /**
   * Whether the answer to a successful commit can be lost, so that each commit must leave a mark by which it is
   * recognised; false if absent. Answers can be lost on the way from a server, and the client of KV Connect sends a
   * write again after its connection broke.
   */
  readonly mayLoseAnswers?: boolean;
  /**
   * Entry that closes the store to writes, which each commit checks; absent where the store itself can refuse writes.
   * It exists over KV Connect only, together with `mayLoseAnswers`.
   */
  readonly closingEntry?: ClosingEntry | undefined;
}

/**
 * The entry that closes a store to writes where the store itself cannot be told to refuse them. Every commit checks
 * that it is absent, so that the server refuses also a write that was sent before and arrives late.
 */
export interface ClosingEntry {
  readonly check: Deno.AtomicCheck;
  /** Throws `StoreClosed` if the entry is there, unless its time is over: then it is taken away. */
  refuseWhileThere(kv: EncodedKv): Promise<void>;
}
