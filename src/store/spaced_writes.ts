import { pause } from "../runtime/pause.ts";

/** A file takes about as much in a millisecond. */
const BYTES_PER_REST_MS = 16_384;
const NEVER = new AbortController().signal;

/**
 * Writes that no request waits for, one after the other, a rest before each in which requests write, as long as the
 * write before was large: a store takes one operation at a time, and megabytes at a stretch would hold up all others.
 */
export class SpacedWrites {
  #free: Promise<void> = Promise.resolve();
  #restMs = 0;

  /** Writes so many bytes once those before have been written. Rejects with what the write does. */
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
