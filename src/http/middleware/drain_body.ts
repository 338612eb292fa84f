import { isCutTooSmall } from "./body_limit.ts";

/** Past these the rest of a body is not waited for; the largest body that is taken lies below. */
const MAX_DRAINED_BYTES = 17 * 1024 * 1024;
const MAX_DRAIN_MS = 2_000;
/** Fewer than a body may have that is read: what is dropped needs no more patience. */
const CHUNKS_AT_LEAST = 100;

/**
 * Reads what nobody has read of a request's body, and drops it. An answer that comes before the body has been read ends
 * in a reset of the stream of HTTP/2, on which some clients lose the answer. Never rejects; ends at a bound of bytes,
 * of chunks and of time.
 */
export async function drainBody(request: Request): Promise<void> {
  // Who asks for leave to send has not sent anything, and reading would give the leave.
  if (request.headers.has("expect") || request.body === null || request.body.locked) return;
  const reader = request.body.getReader();
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), MAX_DRAIN_MS);
  try {
    await readUpTo(MAX_DRAINED_BYTES, () => Promise.race([reader.read(), late]));
    await reader.cancel();
  } catch {
    // The client has gone away: there is nothing left to read, nor anybody to tell.
    return;
  } finally {
    clearTimeout(timer);
  }
}

async function readUpTo(
  maxBytes: number,
  next: () => Promise<ReadableStreamReadResult<Uint8Array> | null>,
): Promise<void> {
  for (let bytes = 0, chunks = 1; bytes < maxBytes && !isCutTooSmall({ chunks, bytes }, CHUNKS_AT_LEAST); chunks++) {
    const read = await next();
    if (read === null || read.done) return;
    bytes += read.value.length;
  }
}
