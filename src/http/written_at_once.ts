/**
 * What the runtime gathers before it writes: a shorter piece is copied behind the head in HTTP/2, a longer one is
 * written after it.
 */
const PIECE_BYTES = 1_000;
/** Heads and pieces beyond 16 KiB are written in turn however they are cut. */
const WRITTEN_AT_ONCE_BYTES = 14_000;

/**
 * A response of JSON so that a short body leaves with its head. The runtime writes the head and a body of known length
 * one after the other, and sets no TCP_NODELAY under TLS: the body waits until the client acknowledges the head, 40 ms
 * and more. A body whose length the runtime cannot know leaves together with the head over HTTP/1.1, and over HTTP/2
 * where it comes in small pieces. Of a longer body no more is read than its client takes.
 */
export function writtenAtOnce(response: Response): Response {
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  if (response.body === null || !isJson || response.headers.has("content-length")) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => writeBeginning(reader, controller),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
  return new Response(body, response);
}

/** Reads until a body ends or is too long to be written at once. */
async function writeBeginning(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (!isWhole && length <= WRITTEN_AT_ONCE_BYTES) {
    const { done, value } = await reader.read();
    isWhole = done;
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  for (const chunk of chunks) for (const piece of piecesOf(chunk, isWhole)) controller.enqueue(piece);
  if (isWhole) controller.close();
}

function* piecesOf(chunk: Uint8Array, isSmall: boolean): Generator<Uint8Array> {
  if (!isSmall) return yield chunk;
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}
