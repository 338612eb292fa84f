import { systemStopwatch } from "../../runtime/clock.ts";
import { pause } from "../../runtime/pause.ts";
import { BodyReader } from "../body_reader.ts";
import { DEFAULT_BODY_BYTES, isCutTooSmall } from "./body_limit.ts";

/** Past these the rest of a body is not waited for; the largest body that is taken lies below. */
const MAX_DRAINED_BYTES = 17 * 1024 * 1024;
const MAX_DRAIN_MS = 3_000;
/** Fewer than a body may have that is read: what is dropped needs no more patience. */
const CHUNKS_AT_LEAST = 100;
/** Bodies that are read past 64 KiB at a time, each at 10 MiB a second: to drop bytes costs everybody time. */
const LARGE_AT_A_TIME = 4;
const STEP_BYTES = 256 * 1024;
const BYTES_PER_MS = 10 * 1024 * 1.024;

/**
 * Reads what nobody has read of the bodies of requests, and drops it. An answer that comes before the body has been
 * read ends in a reset of the stream of HTTP/2, on which some clients lose the answer.
 */
export class BodyDrain {
  #large = 0;

  /** Never rejects; ends at a bound of bytes, of chunks and of time, and early where many large bodies come at once. */
  async drain(request: Request): Promise<void> {
    // Who asks for leave to send has not sent anything, and reading would give the leave.
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
      // The client has gone away: there is nothing left to read, nor anybody to tell.
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

/** Bytes that were read, so many at least; null where nothing more is to be read before so many have come. */
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
