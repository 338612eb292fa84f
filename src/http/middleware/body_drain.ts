import { DEFAULT_BODY_BYTES, isCutTooSmall } from "./body_limit.ts";

/** Past these the rest of a body is not waited for; the largest body that is taken lies below. */
const MAX_DRAINED_BYTES = 17 * 1024 * 1024;
const MAX_DRAIN_MS = 2_000;
/** Fewer than a body may have that is read: what is dropped needs no more patience. */
const CHUNKS_AT_LEAST = 100;
/** Bodies that are read past 64 KiB at a time: to drop many costs everybody time. */
const LARGE_AT_A_TIME = 4;

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
    const reader = request.body.getReader();
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), MAX_DRAIN_MS);
    const next = (): Promise<ReadableStreamReadResult<Uint8Array> | null> => Promise.race([reader.read(), late]);
    try {
      if (!await isReadUpTo(DEFAULT_BODY_BYTES, next)) await this.#drainLarge(next);
      await reader.cancel();
    } catch {
      // The client has gone away: there is nothing left to read, nor anybody to tell.
      return;
    } finally {
      clearTimeout(timer);
    }
  }

  async #drainLarge(next: () => Promise<ReadableStreamReadResult<Uint8Array> | null>): Promise<void> {
    if (this.#large >= LARGE_AT_A_TIME) return;
    this.#large++;
    try {
      await isReadUpTo(MAX_DRAINED_BYTES - DEFAULT_BODY_BYTES, next);
    } finally {
      this.#large--;
    }
  }
}

/** Whether nothing more is to be read, before so many bytes have come. */
async function isReadUpTo(
  maxBytes: number,
  next: () => Promise<ReadableStreamReadResult<Uint8Array> | null>,
): Promise<boolean> {
  for (let bytes = 0, chunks = 1; bytes < maxBytes; chunks++) {
    if (isCutTooSmall({ chunks, bytes }, CHUNKS_AT_LEAST)) return true;
    const read = await next();
    if (read === null || read.done) return true;
    bytes += read.value.length;
  }
  return false;
}
