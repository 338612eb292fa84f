/**
 * Largest piece of an answer in bytes that is handed to Deno at once, because Deno holds it until the connection ends.
 */
const PIECE_BYTES = 16 * 1_024;

export interface TakenInTimeOptions {
  /** Longest time in milliseconds for which a client may read no byte of the answer. */
  readonly withinMs: number;
  /** Callback that is told why an answer broke off: the client stopped reading, or the source failed. */
  readonly onBreak: (reason: string) => void;
  /** Set in which the answer is registered while it is being sent, so that a stopping service can end it. */
  readonly inHand?: AnswersInHand;
}

/** Set of answers that are still being sent, each with the function that abandons it. */
export class AnswersInHand {
  readonly #letGo = new Set<() => void>();

  add(letGo: () => void): void {
    this.#letGo.add(letGo);
  }

  delete(letGo: () => void): void {
    this.#letGo.delete(letGo);
  }

  /** Abandons all answers that are still being sent, when the service stops. */
  end(): void {
    for (const letGo of this.#letGo) letGo();
  }
}

/**
 * Returns a stream of an answer's bytes, cut into pieces as the client reads them. If the client reads nothing for
 * `withinMs`, the stream fails, its source is cancelled and the unsent bytes are freed.
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
 * Source of a timed answer stream. The time runs from each piece that is handed over until the next is requested, and
 * not while it waits for its source.
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
    // The stream was cancelled while the source was read, so the bytes just read are dropped.
    if (this.#isOver) return;
    if (this.#rest.length === 0) {
      this.#options.inHand?.delete(this.#letGo);
      return controller.close();
    }
    // The piece is a copy: otherwise Deno would keep the whole remaining buffer alive while it holds the piece.
    const piece = this.#rest.slice(0, PIECE_BYTES);
    this.#rest = this.#rest.subarray(PIECE_BYTES);
    this.#timer = this.#letGoLater(controller);
    // Cancels the stream at once if the client has gone away meanwhile, so the timer is set before.
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
      // A source that cannot be cancelled has already failed, and no other reader sees its error.
      this.cancel(reason).catch((error: unknown) => onBreak(sentenceOf(error)));
    }, withinMs);
  }
}

const NOTHING = new Uint8Array();

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
