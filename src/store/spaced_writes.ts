import { pause } from "../runtime/pause.ts";

/** A file takes about as much in a millisecond. */
const BYTES_PER_REST_MS = 16_384;
const NEVER = new AbortController().signal;

/**
 * Writes that no request waits for, one after the other, each followed by a rest in which requests write: a store takes
 * one operation at a time, and megabytes at a stretch would hold up all others.
 */
export class SpacedWrites {
  #free: Promise<void> = Promise.resolve();

  /** Writes so many bytes once those before have been written. Rejects with what the write does. */
  write<Written>(bytes: number, write: () => Promise<Written>): Promise<Written> {
    const written = this.#free.then(write);
    this.#free = written.then(() => undefined, () => undefined)
      .then(() => pause(bytes / BYTES_PER_REST_MS, NEVER));
    return written;
  }
}
