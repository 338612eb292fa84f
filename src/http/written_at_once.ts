/**
 * What the runtime gathers before it writes to HTTP/2: a shorter piece is copied behind the head, a longer one is
 * written after it.
 */
const PIECE_BYTES = 1_000;
/** Longer answers are written in turn however they are cut. */
const LONGEST_IN_PIECES = 64 * 1_024;
/** An answer over HTTP/1.1 that leaves as one record of TLS, of 16 KiB at most, with its head and its framing. */
const LONGEST_IN_ONE_RECORD = 14_000;
/** What the runtime has room for behind a head over HTTP/1.1, and behind one that did not fit in there. */
const ROOM_BYTES = 512;
const ROOM_BEHIND_LONG_HEAD_BYTES = 1_024;
/** Of a head, beside its fields: the line of its status without the reason, the date, and the end. */
const STATUS_AND_DATE_BYTES = 15 + 37 + 2;
/** The longest reason of a status that a service answers with. */
const LONGEST_REASON_BYTES = 32;

/**
 * A response so that its body leaves together with its head where the runtime has a way. It sets no TCP_NODELAY under
 * TLS, so that what it writes after the head waits until the client acknowledges the head, 40 ms and more.
 *
 * Over HTTP/2 that is a body in small pieces, whether its length is known or not. Over HTTP/1.1 the runtime writes head
 * and body of a known length one after the other, unless both are very short, and at once where it must make chunks of
 * the body: what fits in one record and is no document that a client keeps (`etag`) goes without its length there.
 *
 * A response without `content-length` is streamed, and stays as it is.
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

/** Whether the runtime writes head and body at once with the length. */
function fitsBehindHead(length: number, headers: Headers): boolean {
  const fields = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const leastHead = STATUS_AND_DATE_BYTES + fields.join("").length;
  const room = leastHead > ROOM_BYTES ? ROOM_BEHIND_LONG_HEAD_BYTES : ROOM_BYTES;
  return leastHead + LONGEST_REASON_BYTES + length <= room;
}

/** The whole body, or one that breaks off where it cannot be read. */
async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  try {
    return await response.bytes();
  } catch (error) {
    return new ReadableStream({ pull: (controller) => controller.error(error) }, { highWaterMark: 0 });
  }
}

/** A response of which the runtime does not know the length. All of it is there: where it waits, the head leaves. */
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

/** A body in small pieces, of which no more is read than its client takes. */
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
