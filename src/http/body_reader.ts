/** Of the buffer that chunks of a body arrive in. */
const BUFFER_BYTES = 64 * 1024;

/**
 * Bodies whose reader was released while it waited for a chunk: this runtime never answers a second reader that brings
 * a buffer of its own.
 */
const releasedWaiting = new WeakSet<ReadableStream<Uint8Array>>();

/**
 * Reads the body of a request in chunks, all of them into the same buffer where the runtime's server brings them: on
 * its own it takes 64 KiB for each chunk, be it of one byte, until they are collected.
 */
export class BodyReader {
  readonly #body: ReadableStream<Uint8Array>;
  readonly #reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader<Uint8Array>;
  /** Null while a chunk is awaited. */
  #buffer: ArrayBufferLike | null;

  /** Throws where somebody else reads it. `mostBytes` is how many it has at most. */
  constructor(body: ReadableStream<Uint8Array>, mostBytes = BUFFER_BYTES) {
    this.#body = body;
    this.#reader = readerOf(body);
    const takesBuffer = this.#reader instanceof ReadableStreamBYOBReader;
    this.#buffer = new ArrayBuffer(takesBuffer ? Math.max(1, Math.min(mostBytes, BUFFER_BYTES)) : 0);
  }

  /** The next chunk, whose bytes stay what they are until the next is asked for; null at the end. */
  async read(): Promise<Uint8Array | null> {
    if (this.#buffer === null) throw new TypeError("Cannot read a chunk: the one before is still awaited");
    const buffer = this.#buffer;
    this.#buffer = null;
    if (this.#reader instanceof ReadableStreamBYOBReader) {
      const { done, value } = await this.#reader.read(new Uint8Array(buffer));
      this.#buffer = value?.buffer ?? buffer;
      return done ? null : value;
    }
    const { done, value } = await this.#reader.read();
    this.#buffer = buffer;
    return done ? null : value;
  }

  /** Lets others read what is left. */
  release(): void {
    if (this.#buffer === null) releasedWaiting.add(this.#body);
    this.#reader.releaseLock();
  }

  /** Nobody reads what is left. */
  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}

function readerOf(
  body: ReadableStream<Uint8Array>,
): ReadableStreamBYOBReader | ReadableStreamDefaultReader<Uint8Array> {
  if (releasedWaiting.has(body)) return body.getReader();
  try {
    return body.getReader({ mode: "byob" });
  } catch (error) {
    // Bodies made within the process are streams of whole chunks, which no buffer of ours can take.
    if (!(error instanceof TypeError)) throw error;
    return body.getReader();
  }
}
