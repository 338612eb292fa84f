import { pause } from "../runtime/pause.ts";

/**
 * Number of bytes of a write for each millisecond of rest after it, about the speed at which a store in a file writes.
 */
const BYTES_PER_REST_MS = 16_384;
const NEVER = new AbortController().signal;

/**
 * Runs background writes, for which no request waits, one after the other. Before each write comes a rest, in which
 * requests can write; its length is in proportion to the size of the previous write. A store takes one operation at a
 * time, so megabytes without a rest would delay all other writes.
 */
export class SpacedWrites {
  #free: Promise<void> = Promise.resolve();
  #restMs = 0;

  /** Runs a background write of `bytes` bytes after the earlier writes; rejects with the error of the write. */
  write<Written>(bytes: number, write: () => Promise<Written>): Promise<Written> {
    const written = this.#free.then(async () => {
      await pause(this.#restMs, NEVER);
      this.#restMs = bytes / BYTES_PER_REST_MS;
      return await write();
    });
    this.#free = written.then(() => undefined, () => undefined);
    return written;
  }
}
