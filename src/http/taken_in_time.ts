/**
 * Largest piece of an answer, in bytes, that is handed to Deno at once. Deno holds a piece in memory until the
 * connection ends.
 */
const PIECE_BYTES = 16 * 1_024;

export interface TakenInTimeOptions {
  /** Longest time in milliseconds for which a client may read no byte of the answer. */
  readonly withinMs: number;
  /** Callback that receives the reason why an answer broke off: the client stopped reading, or the source failed. */
  readonly onBreak: (reason: string) => void;
  /** Set of answers to which this answer belongs while it is being sent, so that a stopping service can end it. */
  readonly inHand?: AnswersInHand;
}

/** Set of answers that are still being sent, each with a function that breaks it off. */
export class AnswersInHand {
  readonly #letGo = new Set<() => void>();

  add(letGo: () => void): void {
    this.#letGo.add(letGo);
  }

  delete(letGo: () => void): void {
    this.#letGo.delete(letGo);
  }

  /** Breaks off all answers that are still being sent, because the service stops. */
  end(): void {
    for (const letGo of this.#letGo) letGo();
  }
}

/**
 * Returns a stream of an answer's bytes, cut into pieces as the client reads them. If the client reads nothing for
 * `withinMs` milliseconds, the stream fails, its source is cancelled and the unsent bytes are freed.
 */
export function takenInTime(
  content: ReadableStream<Uint8Array> | Uint8Array | string,
  options: TakenInTimeOptions,
): ReadableStream<Uint8Array> {
  return new ReadableStream(new PiecesInTime(sourceOf(content), options), { highWaterMark: 0 });
}

function sourceOf(content: ReadableStream<Uint8Array> | Uint8Array | string): ReadableStream<Uint8Array> {
  if (content instanceof ReadableStream) return content;
  return ReadableStream.from([typeof content === "string" ? new TextEncoder().encode(content) : content]);
}

/**
 * Source of a stream of answer bytes that limits how long the client may read nothing. The time runs from each piece
 * that is handed over until the next is requested, and not while the stream waits for its own source.
 */
class PiecesInTime implements UnderlyingDefaultSource<Uint8Array> {
  readonly #options: TakenInTimeOptions;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = NOTHING;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(source: ReadableStream<Uint8Array>, options: TakenInTimeOptions) {
    this.#options = options;
    this.#reader = source.getReader();
  }

  readonly #letGo = (): void => {
    this.cancel("the service stops").catch((error: unknown) => this.#options.onBreak(sentenceOf(error)));
  };

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#options.inHand?.add(this.#letGo);
    this.#timer = this.#letGoLater(controller);
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#rest.length === 0) this.#rest = await this.#next();
    // The answer's stream was cancelled while its source was read, so the bytes just read are dropped.
    if (this.#isOver) return;
    if (this.#rest.length === 0) {
      this.#options.inHand?.delete(this.#letGo);
      return controller.close();
    }
    // The piece of the answer is a copy: otherwise Deno would keep the whole remaining buffer in memory while it
    // holds the piece.
    const piece = this.#rest.slice(0, PIECE_BYTES);
    this.#rest = this.#rest.subarray(PIECE_BYTES);
    this.#timer = this.#letGoLater(controller);
    // The timer for a client that reads nothing is set first, because handing over the piece cancels the stream at
    // once if the client has left.
    controller.enqueue(piece);
  }

  async cancel(reason: unknown): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.inHand?.delete(this.#letGo);
    this.#rest = NOTHING;
    await this.#reader.cancel(reason);
  }

  /** Reads the next bytes of an answer's source, or returns an empty array at its end. */
  async #next(): Promise<Uint8Array> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) return NOTHING;
        if (value.length > 0) return value;
      }
    } catch (error) {
      this.#options.inHand?.delete(this.#letGo);
      this.#options.onBreak(sentenceOf(error));
      throw error;
    }
  }

  #letGoLater(controller: ReadableStreamDefaultController<Uint8Array>): ReturnType<typeof setTimeout> {
    const { withinMs, onBreak } = this.#options;
    return setTimeout(() => {
      const reason = new Error(`The client took no byte for ${withinMs} ms`);
      onBreak(reason.message);
      controller.error(reason);
      // If the source of an answer cannot be cancelled, it has already failed, and its error would be seen nowhere
      // else.
      this.cancel(reason).catch((error: unknown) => onBreak(sentenceOf(error)));
    }, withinMs);
  }
}

const NOTHING = new Uint8Array();

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
