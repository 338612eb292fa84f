import { systemStopwatch } from "../../runtime/clock.ts";
import { pause } from "../../runtime/pause.ts";
import { BodyReader } from "../body_reader.ts";
import { DEFAULT_BODY_BYTES, isCutTooSmall } from "./body_limit.ts";

/**
 * Bytes after which the unread rest of a request body is abandoned. The limit is above the largest body that any
 * endpoint accepts.
 */
const MAX_DRAINED_BYTES = 17 * 1024 * 1024;
const MAX_DRAIN_MS = 3_000;
/**
 * Number of chunks beyond one per 256 bytes that an unread request body may have in each step of at most 256 KiB. It is
 * lower than for a body that is read, because the bytes are dropped anyway.
 */
const CHUNKS_AT_LEAST = 100;
/**
 * Largest number of request bodies whose rest is read and dropped past 64 KiB at the same time, each at 10 MiB a second
 * at most. This costs time that other requests need.
 */
const LARGE_AT_A_TIME = 4;
const STEP_BYTES = 256 * 1024;
const BYTES_PER_MS = 10 * 1024 * 1.024;

/**
 * Reads and drops the part of a request body that no handler has read. Without that, an answer sent before the body is
 * read resets the HTTP/2 stream, and some clients then lose the answer.
 */
export class BodyDrain {
  #large = 0;

  /**
   * Reads the rest of a request's body and drops it. Stops at a limit of bytes, chunks or time, and earlier while many
   * large bodies are drained. Never rejects.
   */
  async drain(request: Request): Promise<void> {
    // A client that sent `Expect: 100-continue` has sent no body yet, and reading would ask for it.
    if (request.headers.has("expect") || request.body === null || request.body.locked) return;
    const reader = new BodyReader(request.body);
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const over = new AbortController();
    over.signal.addEventListener("abort", () => resolve(null));
    const timer = setTimeout(() => over.abort(), MAX_DRAIN_MS);
    const next = (): Promise<Uint8Array | null> => Promise.race([reader.read(), late]);
    try {
      if (await bytesUpTo(DEFAULT_BODY_BYTES, next) !== null) await this.#drainLarge(next, over.signal);
      await reader.cancel();
    } catch {
      // The client has disconnected: no bytes are left to read, and no answer can reach it.
      return;
    } finally {
      clearTimeout(timer);
    }
  }

  async #drainLarge(
    next: () => Promise<Uint8Array | null>,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#large >= LARGE_AT_A_TIME) return;
    this.#large++;
    try {
      const begun = systemStopwatch();
      for (let bytes = 0; bytes < MAX_DRAINED_BYTES - DEFAULT_BODY_BYTES;) {
        const read = await bytesUpTo(STEP_BYTES, next);
        if (read === null) return;
        bytes += read;
        await pause(Math.max(0, begun + bytes / BYTES_PER_MS - systemStopwatch()), signal);
      }
    } finally {
      this.#large--;
    }
  }
}

/**
 * Reads chunks of a request body and drops them, until they had at least `leastBytes` bytes together, and returns that
 * number of bytes. Returns null if `next` gives null (the body ended or time ran out), or if the chunks are too small.
 */
async function bytesUpTo(
  leastBytes: number,
  next: () => Promise<Uint8Array | null>,
): Promise<number | null> {
  let bytes = 0;
  for (let chunks = 1; bytes < leastBytes; chunks++) {
    if (isCutTooSmall({ chunks, bytes }, CHUNKS_AT_LEAST)) return null;
    const read = await next();
    if (read === null) return null;
    bytes += read.length;
  }
  return bytes;
}
