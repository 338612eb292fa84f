/**
 * Size in bytes of the pieces of an HTTP/2 body. Deno copies a shorter piece behind the response head and writes both
 * together; it writes a longer piece separately.
 */
const PIECE_BYTES = 1_000;
/** Largest HTTP/2 body in bytes that is cut into small pieces. Deno writes a longer body in several writes anyway. */
const LONGEST_IN_PIECES = 64 * 1_024;
/** Largest HTTP/1.1 body in bytes that fits, with its head and chunk framing, into one TLS record of 16 KiB. */
const LONGEST_IN_ONE_RECORD = 14_000;
/**
 * Bytes of head and body together that Deno can write at once over HTTP/1.1: first for a head that fits into 512 bytes,
 * then for a longer head.
 */
const ROOM_BYTES = 512;
const ROOM_BEHIND_LONG_HEAD_BYTES = 1_024;
/**
 * Bytes of a response head that are not header fields of the service: the status line without its reason phrase, the
 * date, and the final line break.
 */
const STATUS_AND_DATE_BYTES = 15 + 37 + 2;
/** Upper bound, in bytes, on the length of the HTTP reason phrases that the service sends. */
const LONGEST_REASON_BYTES = 32;

/**
 * Rewrites a response so that Deno sends its head and body in one write if it can. Deno sets no TCP_NODELAY under TLS,
 * so a body that is written after the head waits for the client's acknowledgement, 40 ms and more.
 *
 * Over HTTP/2 the body is cut into small pieces. Over HTTP/1.1, Deno writes head and body separately if the length is
 * known (unless both are very short), and together if it must send the body in chunks. A body that fits into one TLS
 * record is therefore sent without `content-length`, unless clients cache it (it has an `etag`).
 *
 * A response without `content-length` is a stream and is returned unchanged.
 */
export async function writtenAtOnce(response: Response, { isHttp2 }: { readonly isHttp2: boolean }): Promise<Response> {
  const length = Number(response.headers.get("content-length") ?? Infinity);
  if (response.body === null || length > LONGEST_IN_PIECES) return response;
  if (isHttp2) return new Response(inPieces(response.body), response);
  const fits = fitsBehindHead(length, response.headers);
  const keepsLength = fits || length > LONGEST_IN_ONE_RECORD || response.headers.has("etag");
  if (keepsLength && !fits) return response;
  const bytes = await bytesOf(response);
  if (bytes instanceof ReadableStream) return new Response(bytes, response);
  return keepsLength ? new Response(bytes, response) : inChunks(bytes, response);
}

/**
 * Whether Deno writes head and body of a response at once over HTTP/1.1 although the body's length is known, because
 * both are very short.
 */
function fitsBehindHead(length: number, headers: Headers): boolean {
  const fields = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const leastHead = STATUS_AND_DATE_BYTES + fields.join("").length;
  const room = leastHead > ROOM_BYTES ? ROOM_BEHIND_LONG_HEAD_BYTES : ROOM_BYTES;
  return leastHead + LONGEST_REASON_BYTES + length <= room;
}

/** Returns the whole body of a response, or a stream that fails if the body cannot be read. */
async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  try {
    return await response.bytes();
  } catch (error) {
    return new ReadableStream({ pull: (controller) => controller.error(error) }, { highWaterMark: 0 });
  }
}

/**
 * Returns the response without `content-length`, so that Deno sends it in chunks. The stream already contains all
 * bytes: if Deno had to wait for them, it would send the head first.
 */
function inChunks(bytes: Uint8Array<ArrayBuffer>, response: Response): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const chunked = new Response(body, response);
  chunked.headers.delete("content-length");
  return chunked;
}

/**
 * Returns a stream of a response body in pieces of at most `PIECE_BYTES`. It reads the source only as fast as the
 * client reads.
 */
function inPieces(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let rest = new Uint8Array();
  return new ReadableStream({
    async pull(controller) {
      while (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        rest = value;
      }
      controller.enqueue(rest.subarray(0, PIECE_BYTES));
      rest = rest.subarray(PIECE_BYTES);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
