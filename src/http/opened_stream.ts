import { DomainError } from "../domain/errors.ts";

/**
 * A stream whose first bytes are there, so that an answer which begins with them is not one that breaks off at once.
 * Throws `not_ready` where they cannot be read.
 */
export async function openedStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const reader = stream.getReader();
  let first: ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | null = await readStored(reader.read());
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

/** What is read of what is stored. Throws `not_ready` where it cannot be read. */
export async function readStored<Read>(reading: Promise<Read>): Promise<Read> {
  try {
    return await reading;
  } catch (error) {
    const refusal = new DomainError("not_ready", "Cannot read what is stored now: try again later");
    refusal.cause = error;
    throw refusal;
  }
}
