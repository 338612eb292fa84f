import { unlessAway } from "../store/unless_away.ts";

/**
 * Waits for the first chunk of a stream and returns the stream from its start, so that an answer is not begun and then
 * broken off at once. Throws `not_ready` if the first chunk cannot be read, unless the
 * stream fails with a code of its own.
 */
export async function openedStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const reader = stream.getReader();
  let first: ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | null = await unlessAway(() => reader.read());
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = first ?? await reader.read();
      first = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
