/** Largest size in bytes of the buffer into which a `BodyReader` reads the chunks of a request body. */
const BUFFER_BYTES = 64 * 1024;

/**
 * Streams of request bodies whose reader was released while it waited for a chunk. Deno never answers a second reader
 * of such a body if the reader brings its own buffer, so these bodies get a default reader.
 */
const releasedWaiting = new WeakSet<ReadableStream<Uint8Array>>();

/** Streams of request bodies that a `BodyReader` has read to their end. */
const readToEnd = new WeakSet<ReadableStream<Uint8Array>>();

/** Whether a request has a body that no `BodyReader` has read to its end. */
export function hasUnreadBody({ body }: Pick<Request, "body">): boolean {
  return body !== null && !readToEnd.has(body);
}

/**
 * Reads a request body chunk by chunk. All chunks share one buffer if Deno's server fills it (BYOB reader). With a
 * default reader, Deno would allocate 64 KiB for each chunk, even a chunk of one byte, until garbage collection.
 */
export class BodyReader {
  readonly #body: ReadableStream<Uint8Array>;
  readonly #reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader<Uint8Array>;
  /** Buffer into which the next chunk of the body is read. Null while a read is pending. */
  #buffer: ArrayBufferLike | null;

  /**
   * Locks the stream of a request body. `mostBytes` is the largest length of the body and limits the buffer. Throws if
   * another reader has locked the stream.
   */
  constructor(body: ReadableStream<Uint8Array>, mostBytes = BUFFER_BYTES) {
    this.#body = body;
    this.#reader = readerOf(body);
    const takesBuffer = this.#reader instanceof ReadableStreamBYOBReader;
    this.#buffer = new ArrayBuffer(takesBuffer ? Math.max(1, Math.min(mostBytes, BUFFER_BYTES)) : 0);
  }

  /**
   * Returns the next chunk of the body, or null at the end. The chunk's bytes are valid until the next call. Throws a
   * `TypeError` while an earlier read is pending.
   */
  async read(): Promise<Uint8Array | null> {
    if (this.#buffer === null) throw new TypeError("Cannot read a chunk: the chunk before it is still awaited");
    const buffer = this.#buffer;
    this.#buffer = null;
    if (this.#reader instanceof ReadableStreamBYOBReader) {
      const { done, value } = await this.#reader.read(new Uint8Array(buffer));
      this.#buffer = value?.buffer ?? buffer;
      return this.#chunkOf(done, value);
    }
    const { done, value } = await this.#reader.read();
    this.#buffer = buffer;
    return this.#chunkOf(done, value);
  }

  /** Releases the lock on the stream of the request body, so that another reader can read the rest of the body. */
  release(): void {
    if (this.#buffer === null) releasedWaiting.add(this.#body);
    this.#reader.releaseLock();
  }

  /** Cancels the stream of the request body: the rest of the body is dropped. */
  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }

  #chunkOf(isOver: boolean, chunk: Uint8Array | undefined): Uint8Array | null {
    if (!isOver && chunk !== undefined) return chunk;
    readToEnd.add(this.#body);
    return null;
  }
}

function readerOf(
  body: ReadableStream<Uint8Array>,
): ReadableStreamBYOBReader | ReadableStreamDefaultReader<Uint8Array> {
  if (releasedWaiting.has(body)) return body.getReader();
  try {
    return body.getReader({ mode: "byob" });
  } catch (error) {
    // A body that was made inside the process is a stream of whole chunks and does not support a reader with its own
    // buffer.
    if (!(error instanceof TypeError)) throw error;
    return body.getReader();
  }
}
